/**
 * A session's steps in words: a line for each, and a second one where the answer was no plain yes.
 */
import { TRAJECTORY_REASONS, type Trajectory, type TrajectoryStep } from '../../loop/index.ts';
import { span, type Line, type Style } from '../terminal/styled-line.ts';

/** A session's trajectory, and what is not as it was recorded. */
export interface SessionReplay {
  readonly parts: readonly Trajectory[];
  readonly lost: {
    readonly file: string;
    /** From 1; 0 for what stands around the steps. */
    readonly step: number;
    readonly problem: string;
  } | null;
}

const STYLES: Readonly<Record<string, Style>> = {
  paused: 'yellow',
  blocked: 'red',
  finished: 'dim',
};
const STATES_WIDTH = 'executing → executing'.length;
const ACTION_WIDTH = 13;
const NOTES: Readonly<Record<string, string>> = {
  'torn-line-dropped':
    'before this step, a torn line was dropped: a hook was killed before it answered',
  'broken-file-kept-aside':
    'before this step, a file that could not be read was kept aside (.broken)',
  'full-nothing-after-this': 'the recording was full here; what came after is not in it',
};

/** Every step. */
export function stepLines(replay: SessionReplay): readonly Line[] {
  return replay.parts.flatMap((part) => [
    headLineOf(part),
    ...provenSteps(replay, part).flatMap((step) => [
      stepLine(step),
      ...whyLines(step).map(indented),
    ]),
    ...(part.isTorn
      ? [[span('  a torn last line is left out: its hook was killed', 'yellow')]]
      : []),
  ]);
}

/** The steps that are as they were recorded: from the first that is not, nothing is known of a part. */
export function provenSteps(
  { lost }: SessionReplay,
  { file, steps }: Trajectory,
): readonly TrajectoryStep[] {
  return lost === null || lost.file !== file || lost.step === 0
    ? steps
    : steps.slice(0, lost.step - 1);
}

/** Whose steps these are. */
export function headLineOf({ head, file, steps }: Trajectory): Line {
  const { session_id, model_version, part, frozen } = head;
  const model = model_version === null ? 'model unknown' : model_version;
  const about = `${model}, ${steps.length} steps, ${frozen ? 'frozen' : 'still going on'}`;
  return [
    span(`session ${session_id}`, 'bold'),
    span(`${part === 1 ? '' : ` part ${part}`}  ${about}  `),
    span(file, 'dim'),
  ];
}

/** One step in a line. */
export function stepLine(step: TrajectoryStep): Line {
  const states = `${step.state} → ${step.next_state}`;
  const passed = step.answer === 'pass';
  return [
    span(`${String(step.step).padStart(6)}  `, 'dim'),
    span(`${step.at.slice(11, 19)}  `, 'dim'),
    span(`${states.padEnd(STATES_WIDTH)}  `, STYLES[step.next_state] ?? 'plain'),
    span(`${step.action.padEnd(ACTION_WIDTH)}  `),
    span(`${phaseOf(step)}${step.signature ?? ''}  `),
    span(step.answer, passed ? 'green' : 'red'),
  ];
}

/** Why it was answered so, and what else there is to know. */
export function whyLines(step: TrajectoryStep): readonly Line[] {
  const { reason, logged, notes, failed, passed } = step;
  const meaning = reason === null ? undefined : TRAJECTORY_REASONS[reason];
  return [
    ...(reason === null
      ? []
      : [[span(`why: ${reason}${meaning === undefined ? '' : `, ${meaning}`}`, 'yellow')]]),
    ...(logged.length === 0 ? [] : [[span(`logged: ${logged.join(', ')}`, 'dim')]]),
    ...(passed === null ? [] : [[span(passed ? 'the check passed' : 'the check failed')]]),
    ...(failed === true && passed === null ? [[span('the call failed')]] : []),
    ...notes.map((note) => [span(NOTES[note] ?? note, 'yellow')]),
  ];
}

/** Whether the recording is what was written. */
export function verdictLine({ parts, lost }: SessionReplay): Line {
  if (lost !== null) {
    const where = lost.step === 0 ? 'the head or the end' : `step ${lost.step}`;
    return [span(`parity lost at ${where}`, 'red'), span(` (${lost.file}) [PARITY_LOST]`)];
  }
  const steps = parts.flatMap((part) => part.steps).length;
  return [
    span('parity', 'green'),
    span(`: ${steps} steps are as they were recorded, each state follows from the last`),
  ];
}

/** What is not as it was recorded; or by which digest anybody sees that it is. */
export function proofLine({ parts, lost }: SessionReplay): Line {
  if (lost !== null) return [span(`  ${lost.problem}`)];
  const last = parts.at(-1);
  const digest = last?.form === 'frozen' ? last.seal : last?.steps.at(-1)?.digest;
  return [span(`digest ${String(digest)}`)];
}

function phaseOf({ event, agent }: TrajectoryStep): string {
  const phase = event === 'tool-before' ? 'asks ' : event === 'tool-after' ? 'back ' : '';
  return agent === null ? phase : `[${agent}] ${phase}`;
}

function indented(line: Line): Line {
  return [span(' '.repeat(18)), ...line];
}
