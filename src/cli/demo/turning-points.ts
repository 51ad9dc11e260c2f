/**
 * Finds the turning points of a run: the decisions that differ in kind from the one before.
 *
 * They are read off the decisions alone, so the demo can only tell what really happened.
 */
import type { Decision, HoldView, OperatorAction } from '../../core/index.ts';
import type { Moment } from '../../testing/index.ts';
import { cooldownUntil, standingCauses } from './reasons.ts';

/** Something a person should hear about. */
export type Turn =
  | {
      readonly kind: 'veto';
      readonly code: string;
      readonly text: string;
      /** It was held already when it did this. */
      readonly wasHeld: boolean;
    }
  | { readonly kind: 'held'; readonly hold: HoldView }
  | { readonly kind: 'cooldown-over'; readonly holds: readonly HoldView[] }
  | { readonly kind: 'recovered'; readonly hold: HoldView }
  | {
      readonly kind: 'person';
      readonly action: OperatorAction;
      readonly by: string;
      readonly lifted: readonly HoldView[];
      readonly holds: readonly HoldView[];
      readonly health: number;
      readonly allowed: boolean;
    }
  | { readonly kind: 'idle' };

/** What turned between the last decision about an agent and this one. */
export function findTurns(before: Decision | null, { record, decision }: Moment): Turn[] {
  const turns: Turn[] = [];
  if (before !== null && cooldownUntil(before) !== null && cooldownUntil(decision) === null) {
    turns.push({ kind: 'cooldown-over', holds: decision.holds });
  }
  const known = new Set(before === null ? [] : standingCauses(before).map(({ code }) => code));
  for (const { code, text } of standingCauses(decision)) {
    if (code === null || known.has(code)) continue;
    turns.push({ kind: 'veto', code, text, wasHeld: (before?.holds.length ?? 0) > 0 });
  }
  const raised = without(decision.holds, before?.holds ?? []);
  for (const hold of raised) turns.push({ kind: 'held', hold });
  const lifted = without(before?.holds ?? [], decision.holds);
  if (record.type === 'operator') {
    const { action, by = 'a person' } = record;
    const { holds, health, safety } = decision;
    const { allowed } = safety;
    turns.push({ kind: 'person', action, by, lifted, holds, health, allowed });
  } else {
    for (const hold of lifted) turns.push({ kind: 'recovered', hold });
  }
  const rests = before?.activity.mode === 'WORKING' && decision.activity.mode === 'IDLE';
  if (rests && decision.safety.allowed) turns.push({ kind: 'idle' });
  return turns;
}

function without(holds: readonly HoldView[], others: readonly HoldView[]): HoldView[] {
  return holds.filter(({ hold }) => !others.some((other) => other.hold === hold));
}

/** Holds in words. */
export function holdNames(holds: readonly HoldView[]): string {
  return holds.length === 0 ? 'nothing' : holds.map(({ hold }) => hold).join(' and ');
}
