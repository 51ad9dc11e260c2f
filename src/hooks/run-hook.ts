/**
 * One run of a hook: payload in, answer out, and a refusal if anything goes wrong on the way.
 *
 * Every path through this file ends in an answer: what throws or takes too long is caught in `fail-closed.ts`.
 */
import type { Environment } from '../base/environment.ts';
import { HOOK_DEADLINES_MS } from '../base/hook-deadlines.ts';
import type { ClientHooks } from '../clients/client-hooks.ts';
import type { LoopAnswer, LoopEvent } from '../clients/hook-event.ts';
import { described, nameField } from '../clients/payload-fields.ts';
import { hooksOf, type ClientId } from '../clients/table.ts';
import { failClosed, type Seen } from './fail-closed.ts';
import { answerOutput, silentOutput, type HookOutput } from './hook-output.ts';
import { parsePayload, readText } from './read-payload.ts';

/** What the hook asks. */
export interface HookQuestion {
  readonly client: ClientId;
  readonly event: LoopEvent;
  readonly env: Environment;
  readonly nowMs: number;
  /** The project belongs to whoever asks, and this process must not open anything in it. */
  readonly isProjectForeign?: boolean;
}

/** Who answers it. */
export type Decide = (question: HookQuestion) => LoopAnswer | Promise<LoopAnswer>;

/** What a run needs. */
export interface HookRun {
  readonly client: ClientId;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly env: Environment;
  readonly decide: Decide;
  /** Waits at most so long until the approval is answered that a denial speaks of; without it nobody waits. */
  readonly isAnswered?: (
    about: { readonly session: string; readonly target: string },
    waitMs: number,
  ) => Promise<boolean>;
  /** Everything together may take this long. */
  readonly deadlineMs?: number;
}

/** An event that was read and decided on. */
interface Decided {
  readonly text: string;
  readonly eventName: string;
  readonly event: LoopEvent;
  readonly answer: LoopAnswer;
}

/** Runs the hook once. It never throws. */
export async function runHook(run: HookRun): Promise<HookOutput> {
  const deadlineMs = run.deadlineMs ?? HOOK_DEADLINES_MS.decision;
  const startedMs = runningMs();
  const hooks = hooksOf(run.client);
  let decided: Decided | null = null;
  const output = await failClosed(run.client, deadlineMs, (seen) =>
    answered(run, hooks, seen, (one) => {
      decided = one;
    }),
  );
  if (!(await isAnsweredMeanwhile(run, decided, startedMs))) return output;
  return failClosed(run.client, deadlineMs, (seen) => again(run, hooks, seen, decided));
}

/** A clock that only goes forward; Node's own, `performance`, takes a millisecond to load. */
function runningMs(): number {
  return process.uptime() * 1_000;
}

/** Whether a person answered about what was denied, in the time that is left. */
async function isAnsweredMeanwhile(
  { isAnswered }: HookRun,
  decided: Decided | null,
  startedMs: number,
): Promise<boolean> {
  const target = decided?.answer.kind === 'deny' ? decided.answer.awaits : undefined;
  if (decided === null || target === undefined) return false;
  const waitMs = Math.floor(HOOK_DEADLINES_MS.approval - (runningMs() - startedMs));
  if (isAnswered === undefined || waitMs <= 0) return false;
  const about = { session: decided.event.session, target };
  // Who cannot be asked has answered nothing; the denial stays.
  return isAnswered(about, waitMs).catch(() => false);
}

/** Decides on the same event once more: an approval counts when the call itself is let through. */
async function again(
  run: HookRun,
  hooks: ClientHooks,
  seen: Seen,
  decided: Decided | null,
): Promise<HookOutput> {
  if (decided === null) throw new Error('nothing was decided');
  const { text, eventName, event } = decided;
  seen.text = text;
  const nowMs = Date.now();
  const timed = { ...event, atMs: nowMs };
  const answer = await run.decide({ event: timed, env: run.env, nowMs, client: run.client });
  return answerOutput(hooks, eventName, answer);
}

async function answered(
  run: HookRun,
  hooks: ClientHooks,
  seen: Seen,
  keep: (decided: Decided) => void,
): Promise<HookOutput> {
  const text = await readText(run.stdin, (read) => {
    seen.text = read;
  });
  const payload = parsePayload(text);
  const eventName = nameField(payload, hooks.nameField);
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
  const answer = await run.decide({ event, env: run.env, nowMs, client: run.client });
  const output = answerOutput(hooks, eventName, answer);
  keep({ text, eventName, event, answer });
  return output;
}
