/**
 * Steps through a session on a terminal: the steps around the present one, and all that is known of it.
 */
import type { TrajectoryStep } from '../../loop/index.ts';
import { fit, span, type Line } from '../terminal/styled-line.ts';
import { FullScreen, wantsColours } from '../terminal/terminal.ts';
import {
  headLineOf,
  proofLine,
  provenSteps,
  stepLine,
  verdictLine,
  whyLines,
  type SessionReplay,
} from './session-text.ts';

/** What a key asks for. */
type Move = 'next' | 'back' | 'quit';

const KEYS: Readonly<Record<string, Move>> = {
  ' ': 'next',
  '\u001b[C': 'next',
  '\u001bOC': 'next',
  '\u001b[D': 'back',
  '\u001bOD': 'back',
  q: 'quit',
  // In raw mode an interrupt is a key like any other.
  '\u0003': 'quit',
};
// oxlint-disable-next-line no-control-regex
const KEY = /\u001b[[O][A-Z]|[\s\S]/g;
/** Lines besides the list: head, verdict, two empty ones, details, keys. */
const OTHER_ROWS = 14;
const LIST_ROWS_MIN = 3;

/** Where keys come from. */
export type KeyStream = Pick<NodeJS.ReadStream, 'setRawMode' | 'pause'> &
  AsyncIterable<Buffer | string>;

/** Shows one step after the other, until a person has seen enough. */
export async function stepThrough(
  replay: SessionReplay,
  keys: KeyStream,
  stream: NodeJS.WriteStream,
): Promise<void> {
  const terminal = new FullScreen(stream, wantsColours(process.env));
  const count = replay.parts.flatMap((part) => provenSteps(replay, part)).length;
  let index = 0;
  const draw = (): void =>
    terminal.draw(sessionScreen(replay, index, terminal.columns, terminal.rows));
  keys.setRawMode(true);
  terminal.enter();
  stream.on('resize', draw);
  try {
    draw();
    for await (const chunk of keys) {
      for (const move of movesIn(String(chunk))) {
        if (move === 'quit') return;
        index = Math.min(Math.max(0, index + (move === 'next' ? 1 : -1)), Math.max(0, count - 1));
      }
      draw();
    }
  } finally {
    stream.removeListener('resize', draw);
    terminal.leave();
    keys.setRawMode(false);
    keys.pause();
  }
}

/** What the keys of a chunk ask for. */
export function movesIn(chunk: string): readonly Move[] {
  return (chunk.match(KEY) ?? []).flatMap((key) => KEYS[key] ?? []);
}

/** The screen for a step, counted from 0 over all parts. */
export function sessionScreen(
  replay: SessionReplay,
  index: number,
  columns: number,
  rows: number,
): readonly Line[] {
  const all = replay.parts.flatMap((part) =>
    provenSteps(replay, part).map((step) => ({ part, step })),
  );
  const present = all[index];
  const room = Math.max(LIST_ROWS_MIN, rows - OTHER_ROWS);
  const from = Math.max(0, Math.min(index - Math.floor(room / 2), all.length - room));
  const list = all.slice(from, from + room).map((one) => {
    const mark = span(one === present ? '▶' : ' ', 'cyan');
    return [mark, ...stepLine(one.step)];
  });
  const lines = [
    ...replay.parts.filter((part) => part === (present?.part ?? replay.parts[0])).map(headLineOf),
    verdictLine(replay),
    ...(replay.lost === null ? [] : [proofLine(replay)]),
    [],
    ...list,
    [],
    ...(present === undefined ? [] : detailLines(present.step)),
    [],
    [
      span(
        `step ${Math.min(index + 1, all.length)} of ${all.length}   space or → next   ← back   q quit`,
        'dim',
      ),
    ],
  ];
  return lines.slice(0, rows).map((line) => fit(line, columns));
}

function detailLines(step: TrajectoryStep): readonly Line[] {
  const { at, event, tool, call, holds, state, next_state: next, action, answer } = step;
  return [
    [span(`${at}  ${event}${tool === null ? '' : ` ${tool}`}`, 'bold')],
    [span(`state:  ${state} → ${next} by ${action}`)],
    [span(`answer: ${answer}${step.ends_session ? ', and the session ends' : ''}`)],
    ...whyLines(step),
    ...(holds.length === 0 ? [] : [[span(`held by: ${holds.join(', ')}`, 'red')]]),
    ...(call === null ? [] : [[span(`call ${call}`, 'dim')]]),
    [span(`digest ${step.digest}`, 'dim')],
  ];
}
