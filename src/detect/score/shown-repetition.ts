/**
 * The repetition that a person would name, read from the texts that were kept: which call, how often, in how long, and
 * what came back each time.
 *
 * It only words a stop that the score has decided. Texts may be gone or cut short, so there may be nothing to name.
 */
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf } from '../../base/json-values.ts';
import { executedCall } from '../digest/executed-call.ts';
import { outcomeKind } from '../digest/outcome.ts';
import { unframed } from '../digest/result-frame.ts';
import { normaliseText } from '../text/normalise-text.ts';

/** A kept text: for a tool `NAME ARGUMENTS`, and its result from the next line on. */
export interface ShownStep {
  readonly at: number;
  readonly kind: string;
  readonly text: string;
}

/** A call that came again and again with the same result. */
export interface ShownRepetition {
  /** The command line, or the tool with its one telling argument. */
  readonly call: string;
  readonly isCommand: boolean;
  readonly times: number;
  /** From the first of them to the last. */
  readonly spanMs: number;
  readonly failed: boolean;
  /** The line of the result that says most; null when it has none that is short enough to quote. */
  readonly answer: string | null;
}

const TIMES_MIN = 3;
const CALL_CHARACTERS_MAX = 60;
const ANSWER_CHARACTERS_MAX = 80;
const failing =
  /\bFAIL(?:ED|URES?)?\b|\b\w*(?:Error|Exception)\b|^\s*(?:✗|✘|not ok )|\b(?:error|failed|cannot|denied)\b/;

interface ReadStep {
  readonly at: number;
  readonly tool: string;
  readonly args: unknown;
  readonly identity: string;
  readonly result: string;
  readonly outcome: string;
}

/** What repeats at the end of these steps; null when no one call does. */
export function shownRepetition(steps: readonly ShownStep[]): ShownRepetition | null {
  const calls = steps.flatMap((step) => readStep(step) ?? []);
  const last = calls.at(-1);
  if (last === undefined) return null;
  const same: ReadStep[] = [];
  let between = 0;
  for (const call of calls.toReversed()) {
    if (call.identity !== last.identity) between += 1;
    else if (call.outcome !== last.outcome) break;
    else same.push(call);
    // Where other calls are as many, the one call is not the story.
    if (between > same.length) break;
  }
  const first = same.at(-1);
  if (first === undefined || same.length < TIMES_MIN) return null;
  const { tool, args, result } = last;
  const { command } = executedCall(args, tool);
  // What a client writes around a result, such as `Error: (none)`, is no failure.
  const told = unframed(result);
  const { isError, red, infrastructure } = outcomeKind({ kind: 'tool', tool, args, result });
  return {
    ...nameOfCall(tool, args, command),
    times: same.length,
    spanMs: last.at - first.at,
    failed: isError || red || infrastructure || failing.test(told),
    answer: tellingLine(told),
  };
}

function readStep({ at, kind, text }: ShownStep): ReadStep | null {
  if (kind !== 'tool') return null;
  const end = text.indexOf('\n');
  const head = end === -1 ? text : text.slice(0, end);
  const blank = head.indexOf(' ');
  if (blank === -1) return null;
  const args = parseJson(head.slice(blank + 1));
  // Arguments whose middle was cut out can't be compared.
  if (args === undefined) return null;
  const tool = head.slice(0, blank);
  const result = end === -1 ? '' : text.slice(end + 1);
  const identity = `${tool}\n${executedCall(args, tool).args}`;
  return { at, tool, args, identity, result, outcome: normaliseText(result) };
}

function nameOfCall(
  tool: string,
  args: unknown,
  command: string | null,
): Pick<ShownRepetition, 'call' | 'isCommand'> {
  if (command !== null && command !== '') return { call: quotable(command), isCommand: true };
  const values = Object.values(fieldsOf(args));
  const [only] = values;
  const isTelling =
    values.length === 1 && typeof only === 'string' && only.length <= CALL_CHARACTERS_MAX;
  return { call: isTelling && only !== '' ? quotable(`${tool} ${only}`) : tool, isCommand: false };
}

/** One line without the quotes that it is put in. */
function quotable(text: string): string {
  const line = text.replaceAll(/[\s`]+/g, ' ').trim();
  return line.length <= CALL_CHARACTERS_MAX ? line : `${line.slice(0, CALL_CHARACTERS_MAX - 1)}…`;
}

function tellingLine(result: string): string | null {
  const lines = result
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const line =
    lines.find((one) => failing.test(one)) ?? (lines.length === 1 ? lines[0] : undefined);
  return line === undefined || line.length > ANSWER_CHARACTERS_MAX ? null : line;
}
