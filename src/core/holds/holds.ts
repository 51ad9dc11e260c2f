/**
 * Holds: latched until somebody or something named lifts them.
 *
 * A veto is momentary and automatic; a hold refuses. What each kind stops and what lifts it is the law in
 * `hold-laws.ts`. Holds keep the first reason they were raised for, so that raising one twice changes nothing.
 */
import { clipText } from '../../base/clip-text.ts';
import {
  APPROVALS_MAX,
  CROWDED_WHY_BYTES_MAX,
  HOLD_BY_BYTES_MAX,
  HOLD_WHY_BYTES_MAX,
} from '../limits.ts';
import type { OperatorRecord, SignalHold } from '../records/records.ts';
import type { BudgetName } from '../spending/budgets.ts';
import { stricterGrace, type Grace } from './grace.ts';
import { HOLD_LAWS, type HoldKind, type HoldScope } from './hold-laws.ts';

/** A standing hold. */
export interface Hold {
  /** The budget that asks to be extended. */
  readonly budget?: BudgetName;
  readonly by: string;
  /** It also binds the conversations that the held one started. */
  readonly family?: true;
  /** Until it is over the agent may still save its work; absent where everything is refused at once. */
  readonly grace?: Grace;
  readonly hold: HoldKind;
  /** A person said no to the action: it is refused for good, not waiting. */
  readonly refused?: true;
  readonly since: number;
  /** The one action an approval is about; `*` when every tool waits. */
  readonly target?: string;
  /** It ends with the next prompt. */
  readonly turn?: true;
  /** When it ends by itself; absent: never by time alone. */
  readonly until?: number;
  readonly why: string;
}

/** The target of an approval that stands for more than can be remembered. */
export const EVERY_TARGET = '*';

/** What this hold stops. An approval that stands for too many others stops every tool. */
export function scopeOf(hold: Hold): HoldScope {
  return hold.target === EVERY_TARGET ? 'tools' : HOLD_LAWS[hold.hold].scope;
}

/** Raises a hold; one that stands already stays as it is, unless it is narrower or leaves more time to save. */
export function raiseHold(standing: readonly Hold[], hold: Hold): readonly Hold[] {
  const holds = withoutNarrower(standing, hold);
  const same = holds.find((one) => one.hold === hold.hold && one.target === hold.target);
  if (same !== undefined) return withStricterGrace(holds, same, hold);
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

/** A stop of one turn, or of one conversation alone, gives way to one that binds more. */
function withoutNarrower(holds: readonly Hold[], { hold, turn, family }: Hold): readonly Hold[] {
  const isNarrower = (one: Hold) =>
    one.hold === hold &&
    ((one.turn === true && turn !== true) ||
      (one.turn === turn && one.family !== true && family === true));
  return holds.some(isNarrower) ? holds.filter((one) => !isNarrower(one)) : holds;
}

/** Whoever stops at once stops at once, also where an earlier stop had left time to save. */
function withStricterGrace(
  holds: readonly Hold[],
  same: Hold,
  { grace }: Pick<Hold, 'grace'>,
): readonly Hold[] {
  const { grace: before, ...strict } = same;
  const left = stricterGrace(before, grace);
  if (left === before) return holds;
  const changed = left === undefined ? strict : { ...strict, grace: left };
  return holds.map((one) => (one === same ? changed : one));
}

/** The holds that an operator action leaves standing; with `turn` it lifts those that end with the next prompt alone. */
export function liftByOperator(
  holds: readonly Hold[],
  { action, target, turn }: Pick<OperatorRecord, 'action' | 'target' | 'turn'>,
): readonly Hold[] {
  const lifted = (one: Hold) =>
    HOLD_LAWS[one.hold].operators.includes(action) &&
    one.target === target &&
    (turn !== true || one.turn === true);
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
