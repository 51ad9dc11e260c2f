/**
 * One run of a hook: payload in, answer out, and a refusal if anything goes wrong on the way.
 *
 * Clients let a tool run when its hook crashes, prints nonsense or takes too long, so the hook has to refuse by
 * itself, before the client gives up on it. Every path through this file ends in an answer.
 */
import type { LoopAnswer, LoopEvent } from '../loop/index.ts';
import { CLIENTS } from './clients.ts';
import type { ClientHooks, HookClient } from './hook-client.ts';
import { answerOutput, failureOutput, silentOutput, type HookOutput } from './hook-output.ts';
import { described, nameField } from './payload-fields.ts';
import { eventNamesIn, parsePayload, readText } from './read-payload.ts';

/** Below the shortest timeout that docs/hooks.md tells clients to use. */
const DEADLINE_MS_DEFAULT = 4_000;

/** Variables of the process. */
type Environment = Readonly<Record<string, string | undefined>>;

/** What the hook asks. */
export interface HookQuestion {
  readonly event: LoopEvent;
  readonly env: Environment;
  readonly nowMs: number;
}

/** Who answers it. */
export type Decide = (question: HookQuestion) => LoopAnswer | Promise<LoopAnswer>;

/** What a run needs. */
export interface HookRun {
  readonly client: HookClient;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly env: Environment;
  readonly decide: Decide;
  /** Everything together may take this long. */
  readonly deadlineMs?: number;
}

/** What was learned of the payload, for the case that the rest fails. */
interface Seen {
  text: string;
  eventName: string | null;
}

/** Runs the hook once. It never throws. */
export async function runHook(run: HookRun): Promise<HookOutput> {
  const hooks = CLIENTS[run.client];
  const seen: Seen = { text: '', eventName: null };
  const deadlineMs = run.deadlineMs ?? DEADLINE_MS_DEFAULT;
  try {
    return await beforeDeadline(answered(run, hooks, seen), deadlineMs);
  } catch (error) {
    const problem = error instanceof Error ? error.message : described(error);
    const names =
      seen.eventName === null
        ? eventNamesIn(seen.text, hooks.nameField)
        : new Set([seen.eventName]);
    return failureOutput(hooks, names, problem);
  }
}

async function answered(run: HookRun, hooks: ClientHooks, seen: Seen): Promise<HookOutput> {
  const text = await readText(run.stdin, (read) => {
    seen.text = read;
  });
  const payload = parsePayload(text);
  const eventName = nameField(payload, hooks.nameField);
  seen.eventName = eventName;
  const read = Object.hasOwn(hooks.readers, eventName) ? hooks.readers[eventName] : undefined;
  if (read === undefined) {
    const known = Object.keys(hooks.readers).join(', ');
    throw new Error(
      `${run.client} has no event ${described(eventName)} that is known (known: ${known})`,
    );
  }
  const nowMs = Date.now();
  const event = read(payload, nowMs);
  if (event === null) return silentOutput(hooks);
  const answer = await run.decide({ event, env: run.env, nowMs });
  return answerOutput(hooks, eventName, answer);
}

/** The deadline holds for waiting. Whoever decides must not compute for seconds without a pause. */
async function beforeDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`there was no answer within ${deadlineMs} ms`)),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
