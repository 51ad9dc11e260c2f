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
  /** Everything together may take this long. */
  readonly deadlineMs?: number;
}

/** Runs the hook once. It never throws. */
export async function runHook(run: HookRun): Promise<HookOutput> {
  const deadlineMs = run.deadlineMs ?? HOOK_DEADLINES_MS.decision;
  return failClosed(run.client, deadlineMs, (seen) => answered(run, hooksOf(run.client), seen));
}

async function answered(run: HookRun, hooks: ClientHooks, seen: Seen): Promise<HookOutput> {
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
  return answerOutput(hooks, eventName, answer);
}
