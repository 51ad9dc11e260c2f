/**
 * Runs a hook in this process on a payload, with a decider that gives one answer.
 */
import type { LoopAnswer, LoopEvent } from '../../src/clients/hook-event.ts';
import type { ClientId } from '../../src/clients/table.ts';
import { runHook, type HookOutput } from '../../src/hooks/index.ts';

/** What came of a run, with the events that the decider was asked about. */
export interface RecordedRun {
  readonly output: HookOutput;
  /** Standard output as JSON; null when it is empty. */
  readonly json: unknown;
  readonly asked: readonly LoopEvent[];
}

/** The answers of the loop, one of each kind. */
export const ANSWERS = {
  pass: { kind: 'pass', say: null },
  say: { kind: 'pass', say: 'mind the tests' },
  deny: { kind: 'deny', reason: 'a loop', endsSession: false },
  end: { kind: 'deny', reason: 'a loop', endsSession: true },
  continue: { kind: 'continue', reason: 'run npm test' },
} satisfies Record<string, LoopAnswer>;

/** Runs the hook on this payload. */
export async function runRecorded(
  client: ClientId,
  payload: unknown,
  answer: LoopAnswer,
): Promise<RecordedRun> {
  const asked: LoopEvent[] = [];
  const output = await runHook({
    client,
    stdin: inputOf(typeof payload === 'string' ? payload : JSON.stringify(payload)),
    env: {},
    decide: ({ event }) => {
      asked.push(event);
      return answer;
    },
  });
  const json: unknown = output.stdout === '' ? null : JSON.parse(output.stdout);
  return { output, json, asked };
}

/** A text as standard input gives it: in pieces. */
export async function* inputOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const half = Math.floor(bytes.length / 2);
  yield await Promise.resolve(bytes.subarray(0, half));
  yield await Promise.resolve(bytes.subarray(half));
}
