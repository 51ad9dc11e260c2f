/**
 * A lift of one named hold, and the law of it.
 *
 * An act lifts by kind: `activate` takes a person's stop away with the kill switch's. Who was asked about one hold, by an
 * alert or by a night's advisor, names it by kind and time, and then may not lift what anybody raised beside it or later.
 */
import type { OperatorAction } from '../records/records.ts';
import type { AgentState } from '../state.ts';
import { HOLD_LAWS, type HoldKind } from './hold-laws.ts';
import type { Hold } from './holds.ts';

/** The hold that is meant. */
export interface NamedHold {
  readonly kind: HoldKind;
  readonly since: number;
}

type Standing = Pick<Hold, 'hold' | 'since'>;

/** Whether an act on these holds lifts the named one and, besides, only what was part of its cause. */
export function liftsOnly(
  holds: readonly Standing[],
  action: OperatorAction,
  named: NamedHold,
): boolean {
  const lifted = holds.filter(({ hold }) => HOLD_LAWS[hold].operators.includes(action));
  const isNamed = (one: Standing) => one.hold === named.kind && one.since === named.since;
  // One loss of health raises both, and a restart is about both.
  const isItsCause = (one: Standing) => one.hold === 'soft_suspend' && one.since <= named.since;
  const isMeant = (one: Standing) => isNamed(one) || (action === 'restart' && isItsCause(one));
  return lifted.some(isNamed) && lifted.every(isMeant);
}

/** The holds that an act on an agent, or on one of its sessions, reaches. */
export function holdsReached(
  { holds, sessions }: AgentState,
  session: string | undefined,
): readonly Hold[] {
  const reached =
    session === undefined
      ? Object.values(sessions)
      : Object.hasOwn(sessions, session)
        ? [sessions[session]]
        : [];
  const below = reached.flatMap((one) =>
    one === undefined
      ? []
      : [...one.holds, ...Object.values(one.threads).flatMap((thread) => thread.holds)],
  );
  return session === undefined ? [...holds, ...below] : below;
}
