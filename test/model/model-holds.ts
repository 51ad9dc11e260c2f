/**
 * Raising and lifting holds in one level's list, and the law of who may lift what.
 */
import type { HoldKind } from '../../src/core/index.ts';
import type { OperatorRecord, SignalRecord } from '../../src/core/records/records.ts';
import { clipped } from './model-wording.ts';
import type { ModelHold } from './model-world.ts';

type Holds = readonly ModelHold[];

/** An approval that makes every tool and every record with a target wait. */
export const EVERY_TARGET = '*';

/** The hold that an operator action raises. */
export const RAISED_BY_ACTION: Readonly<Record<string, HoldKind>> = {
  deactivate: 'manual',
  pause: 'paused',
  'stop-all': 'stop_all',
};

const liftedByAction: Readonly<Record<string, readonly HoldKind[]>> = {
  activate: ['manual', 'kill_switch'],
  resume: ['paused', 'soft_suspend'],
  restart: ['hard_stop', 'soft_suspend'],
  'resume-all': ['stop_all'],
};

/**
 * The list with one hold more; one that stands already keeps its first reason and time, and the time to save that both
 * leave.
 */
export function withHold(holds: Holds, hold: ModelHold): Holds {
  const same = (one: ModelHold) => one.hold === hold.hold && one.target === hold.target;
  if (holds.some(same)) return holds.map((one) => (same(one) ? withBothGraces(one, hold) : one));
  const newest = holds.findLast((one) => one.hold === 'approval' && !one.refused);
  const approvals = holds.filter((one) => one.hold === 'approval').length;
  if (hold.hold !== 'approval' || approvals < 2) return [...holds, hold];
  const rest = holds.filter((one) => one !== newest);
  if (holds.some((one) => one.hold === 'approval' && one.target === EVERY_TARGET)) return holds;
  return crowded([...rest, { ...hold, target: EVERY_TARGET, why: 'too many approvals are open' }]);
}

function withBothGraces(
  { grace: first, ...rest }: ModelHold,
  { grace: second }: ModelHold,
): ModelHold {
  if (first === undefined || second === undefined) return rest;
  const [left, until] = [Math.min(first.left, second.left), Math.min(first.until, second.until)];
  return { ...rest, grace: { left, until } };
}

/** With three approvals on a level, each keeps 28 bytes of its reason. */
function crowded(holds: Holds): Holds {
  if (holds.filter((one) => one.hold === 'approval').length < 3) return holds;
  return holds.map((one) =>
    one.hold === 'approval' ? { ...one, why: clipped(one.why, 28) } : one,
  );
}

/** The list after an operator's releasing or refusing action. */
export function afterOperator(holds: Holds, record: OperatorRecord): Holds {
  const concerned = (one: ModelHold) => one.hold === 'approval' && one.target === record.target;
  if (record.action === 'grant') return without(holds, concerned);
  if (record.action === 'refuse') {
    const by = record.by ?? 'a person';
    const why = record.why ?? `refuse by ${by}`;
    return refused(holds, concerned, by, why);
  }
  const lifted = liftedByAction[record.action] ?? [];
  return without(holds, (one) => lifted.includes(one.hold));
}

/** The list after a signal lifted its hold. */
export function afterSignalLift(holds: Holds, record: SignalRecord): Holds {
  if (record.hold === 'kill_switch') return holds;
  if (record.hold !== 'approval') return without(holds, (one) => one.hold === record.hold);
  const concerned = (one: ModelHold) => one.hold === 'approval' && one.target === record.target;
  const pending = holds.some((one) => concerned(one) && !one.refused);
  return pending
    ? refused(holds, concerned, record.source, record.details)
    : without(holds, concerned);
}

/** The list without the holds of one kind. */
export function withoutKind(holds: Holds, kind: HoldKind): Holds {
  return without(holds, (one) => one.hold === kind);
}

/** Both keep the very list when nothing changes, so that callers can tell. */
function without(holds: Holds, gone: (hold: ModelHold) => boolean): Holds {
  return holds.some(gone) ? holds.filter((one) => !gone(one)) : holds;
}

/** A refused approval names who refused it and why; its time stays. */
function refused(
  holds: Holds,
  concerned: (hold: ModelHold) => boolean,
  by: string,
  why: string,
): Holds {
  if (!holds.some(concerned)) return holds;
  const refusal = { by: clipped(by, 20), why: clipped(why, 64), refused: true };
  return crowded(holds.map((one) => (concerned(one) ? { ...one, ...refusal } : one)));
}
