/**
 * Holds: latched until somebody or something named lifts them.
 *
 * A veto is momentary and automatic; a hold refuses. The table below is the whole law of who may
 * lift what. Holds keep the first reason they were raised for, so that raising one twice changes
 * nothing.
 */
import { clipText } from '../../base/clip-text.ts';
import {
  APPROVALS_MAX,
  CROWDED_WHY_BYTES_MAX,
  HOLD_BY_BYTES_MAX,
  HOLD_WHY_BYTES_MAX,
} from '../limits.ts';
import type { ReasonCode } from '../reasons.ts';
import type { OperatorAction, SignalHold } from '../records/records.ts';

/** The ten kinds of hold. */
export type HoldKind = SignalHold | 'manual' | 'soft_suspend' | 'hard_stop' | 'paused' | 'stop_all';

/** A standing hold. */
export interface Hold {
  readonly by: string;
  readonly hold: HoldKind;
  /** A person said no to the action: it is refused for good, not waiting. */
  readonly refused?: true;
  readonly since: number;
  /** The one action an approval is about; `*` when every tool waits. */
  readonly target?: string;
  readonly why: string;
}

/** The target of an approval that stands for more than can be remembered. */
export const EVERY_TARGET = '*';

/** What a hold stops: everything, tools only, or one action. */
export type HoldScope = 'all' | 'tools' | 'action';

interface HoldLaw {
  readonly code: ReasonCode;
  readonly scope: HoldScope;
  /** The operator actions that lift it. */
  readonly operators: readonly OperatorAction[];
  /** Who may lift it, in words. */
  readonly liftedBy: string;
}

/** Who may lift what. */
export const HOLD_LAWS: Readonly<Record<HoldKind, HoldLaw>> = Object.freeze({
  manual: law('HOLD_MANUAL', 'all', ['activate'], 'a person: activate'),
  kill_switch: law('HOLD_KILL_SWITCH', 'all', ['activate'], 'a person: activate'),
  soft_suspend: law(
    'HOLD_SOFT_SUSPEND',
    'all',
    ['resume', 'restart'],
    'a person: resume; or recovery of health',
  ),
  hard_stop: law('HOLD_HARD_STOP', 'all', ['restart'], 'a person: restart'),
  paused: law('HOLD_PAUSED', 'all', ['resume'], 'a person: resume'),
  checkpoint: law('HOLD_CHECKPOINT', 'all', [], 'the loop, when a person lets it continue'),
  blocker: law('HOLD_BLOCKER', 'all', [], 'the loop, when a person lets it continue'),
  compaction: law('HOLD_COMPACTION', 'tools', [], 'the loop, when the context is compacted'),
  approval: law('HOLD_APPROVAL', 'action', ['grant'], 'a person: grant'),
  stop_all: law('HOLD_STOP_ALL', 'all', ['resume-all'], 'a person: resume-all'),
});

function law(
  code: ReasonCode,
  scope: HoldScope,
  operators: readonly OperatorAction[],
  liftedBy: string,
): HoldLaw {
  return Object.freeze({ code, scope, operators: Object.freeze([...operators]), liftedBy });
}

/** What each kind of hold stops. */
export const HOLD_SCOPES: Readonly<Record<HoldKind, HoldScope>> = Object.freeze(
  Object.fromEntries(Object.entries(HOLD_LAWS).map(([kind, { scope }]) => [kind, scope])) as Record<
    HoldKind,
    HoldScope
  >,
);

/** What this hold stops. An approval that stands for too many others stops every tool. */
export function scopeOf(hold: Hold): HoldScope {
  return hold.target === EVERY_TARGET ? 'tools' : HOLD_LAWS[hold.hold].scope;
}

/** Raises a hold; one that stands already stays as it is. */
export function raiseHold(holds: readonly Hold[], hold: Hold): readonly Hold[] {
  if (holds.some((one) => one.hold === hold.hold && one.target === hold.target)) return holds;
  const clipped = {
    ...hold,
    by: clipText(hold.by, HOLD_BY_BYTES_MAX),
    why: clipText(hold.why, HOLD_WHY_BYTES_MAX),
  };
  const approvals = holds.filter((one) => one.hold === 'approval');
  if (hold.hold !== 'approval' || approvals.length < APPROVALS_MAX) return [...holds, clipped];
  // More are open than can be remembered: fail closed, every tool and action waits for a person.
  if (approvals.some((one) => one.target === EVERY_TARGET)) return holds;
  // A person's no is never given up for a new question; only one that still waits is.
  const newest = approvals.findLast((one) => one.refused !== true);
  const rest = holds.filter((one) => one !== newest);
  const every = { ...clipped, target: EVERY_TARGET, why: 'too many approvals are open' };
  return fitted([...rest, every]);
}

/** Where refusals keep their places beside `*`, words make room for them; the records have them whole. */
function fitted(holds: readonly Hold[]): readonly Hold[] {
  const isApproval = ({ hold }: Hold) => hold === 'approval';
  if (holds.filter(isApproval).length <= APPROVALS_MAX) return holds;
  return holds.map((one) =>
    isApproval(one) ? { ...one, why: clipText(one.why, CROWDED_WHY_BYTES_MAX) } : one,
  );
}

/** The holds that an operator action leaves standing. */
export function liftByOperator(
  holds: readonly Hold[],
  action: OperatorAction,
  target: string | undefined,
): readonly Hold[] {
  const lifted = (one: Hold) =>
    HOLD_LAWS[one.hold].operators.includes(action) && one.target === target;
  return holds.some(lifted) ? holds.filter((one) => !lifted(one)) : holds;
}

/** A person refuses an action: its approval stays, for good. */
export function refuseApproval(
  holds: readonly Hold[],
  target: string | undefined,
  by: string,
  why: string,
): readonly Hold[] {
  const concerned = (one: Hold) => one.hold === 'approval' && one.target === target;
  if (!holds.some(concerned)) return holds;
  const refusal = {
    by: clipText(by, HOLD_BY_BYTES_MAX),
    refused: true as const,
    why: clipText(why, HOLD_WHY_BYTES_MAX),
  };
  return fitted(holds.map((one) => (concerned(one) ? { ...one, ...refusal } : one)));
}

/**
 * The holds that a lifting signal leaves standing.
 *
 * The kill switch is a person's to lift. An approval that lapses counts as refused; once refused,
 * the policy may clear it away, because it raises a new one when the action is asked for again.
 */
export function liftBySignal(
  holds: readonly Hold[],
  kind: SignalHold,
  target: string | undefined,
  by: string,
  why: string,
): readonly Hold[] {
  if (kind === 'kill_switch') return holds;
  const concerned = (one: Hold) => one.hold === kind && one.target === target;
  if (kind !== 'approval' || holds.some((one) => concerned(one) && one.refused === true)) {
    return holds.some(concerned) ? holds.filter((one) => !concerned(one)) : holds;
  }
  return refuseApproval(holds, target, by, why);
}

/** The holds without those of one kind. */
export function withoutHold(holds: readonly Hold[], kind: HoldKind): readonly Hold[] {
  return holds.some((one) => one.hold === kind) ? holds.filter((one) => one.hold !== kind) : holds;
}
