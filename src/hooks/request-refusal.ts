/**
 * Whether a session may ask the model now, for clients that ask before each request and send it to the provider themselves.
 *
 * Asking records nothing and counts nothing. What the loop itself holds a session for is no reason to refuse: it needs the
 * model to compact, or to write down what it was held for.
 */
import { nameOf } from '../base/client-name.ts';
import { MAIN } from '../base/main-name.ts';
import { present } from '../base/present.ts';
import { refusalForModel } from '../core/holds/remedy.ts';
import type { HookGate } from './gate-journal.ts';

const ANSWERED_BY_MODEL: ReadonlySet<string> = new Set(['blocker', 'checkpoint', 'compaction']);

/** The refusal in words; null where it may ask. */
export async function requestRefusal(
  gate: HookGate,
  { agent, session, thread }: { agent: string; session: string; thread: string | undefined },
): Promise<string | null> {
  const place = {
    agent,
    session: nameOf(session) ?? MAIN,
    ...present({ thread: thread === undefined ? undefined : (nameOf(thread) ?? MAIN) }),
  };
  const stands = await gate.standing(place.agent, place.session, place.thread);
  const holds = stands !== null && !ANSWERED_BY_MODEL.has(stands.kind) ? stands : null;
  const refusal = holds ?? (await gate.overBudget?.(place)) ?? null;
  // Who may still save its work needs the model for that.
  if (refusal === null || refusal.grace !== undefined) return null;
  return `Stopped by Tripwire: ${refusalForModel(refusal)}`;
}
