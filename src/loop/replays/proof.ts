/**
 * Proves a trajectory: every digest, every transition and every byte, worked out again from what is recorded.
 *
 * It proves that the file is what was written, and that the states follow from the recorded facts. It cannot judge the
 * calls again: that would need their texts, which are not kept.
 */
import {
  chainStart,
  frozenHead,
  frozenText,
  headLine,
  sealOf,
  stepDigest,
  stepLine,
} from './chain.ts';
import type { Trajectory } from './read.ts';
import { isStep } from './shape.ts';
import { sha256, type TrajectoryState, type TrajectoryStep } from './step.ts';
import { actionOf, FIRST_STATE, nextState } from './transition.ts';

/** The first thing that is not as it was recorded. */
export interface TrajectoryProblem {
  /** From 1; 0 for what stands around the steps. */
  readonly step: number;
  readonly problem: string;
}

/** The first problem of a trajectory; null when it is intact. */
export function trajectoryProblem(trajectory: Trajectory): TrajectoryProblem | null {
  const { head, steps } = trajectory;
  let before = chainStart(head);
  let state = FIRST_STATE;
  for (const [index, step] of steps.entries()) {
    const problem = stepProblem(step, index + 1, before, state);
    if (problem !== null) return { step: index + 1, problem };
    before = step.digest;
    state = step.next_state;
  }
  const problem = headProblem(trajectory) ?? bytesProblem(trajectory);
  return problem === null ? null : { step: 0, problem };
}

/** What is wrong between two parts of one session; null when the second goes on from the first. */
export function linkProblem(before: Trajectory | null, after: Trajectory): string | null {
  const part = (before?.head.part ?? 0) + 1;
  const continues = before === null ? null : sha256(before.bytes);
  if (after.head.part !== part) return `it is part ${after.head.part}, where part ${part} belongs`;
  return after.head.continues === continues
    ? null
    : `it continues another part ${part - 1} than the one that is there`;
}

function stepProblem(
  step: TrajectoryStep,
  number: number,
  before: string,
  state: TrajectoryState,
): string | null {
  if (!isStep(step)) return 'it has other fields than a step has';
  if (step.step !== number) return `it is numbered ${step.step}: a step is missing, added or moved`;
  if (step.digest !== stepDigest(before, step)) {
    const what = number === 1 ? 'the session, its part' : 'the step before';
    return `its digest does not follow from ${what} and its own fields: something was changed`;
  }
  if (step.state !== state)
    return `its state is ${step.state}, but the step before led to ${state}`;
  const next = nextState(step.state, step);
  if (step.next_state !== next)
    return `it leads to ${step.next_state}, but its facts lead to ${next}`;
  const action = actionOf(step);
  return step.action === action
    ? null
    : `its action is ${step.action}, but its facts say ${action}`;
}

function headProblem({ form, head, seal, steps }: Trajectory): string | null {
  if (form === 'live') return null;
  if (seal !== sealOf(head, steps)) {
    return 'the digest of the whole does not fit: the head was changed, or steps at the end are missing';
  }
  const right = frozenHead(head, steps);
  if (!head.frozen) return 'it says that it is not frozen';
  if (head.model_version !== right.model_version) return 'model_version is not what the steps say';
  return head.prompt_hash === right.prompt_hash ? null : 'prompt_hash is not what the steps say';
}

/** The same meaning written differently is not what was frozen: another reader may read it differently. */
function bytesProblem({ form, head, steps, seal, bytes }: Trajectory): string | null {
  const lines = steps.map(stepLine);
  const isFrozen = form === 'frozen';
  const right = Buffer.from(
    isFrozen ? frozenText(head, String(seal), lines) : `${[headLine(head), ...lines].join('\n')}\n`,
  );
  // Behind the last whole line of a session that goes on, a torn one may stand.
  const read = isFrozen ? bytes : bytes.subarray(0, right.length);
  return read.equals(right)
    ? null
    : 'every step is intact, but the file is not written as it was recorded';
}
