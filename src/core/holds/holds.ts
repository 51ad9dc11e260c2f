/**
 * Holds: latched until somebody or something named lifts them.
 *
 * A veto is momentary and automatic; a hold refuses. The table below is the whole law: what a hold
 * stops, which act lifts it, and with which command a person does that. Everything that tells people
 * what to do (refusals, commands, alerts, the dashboard) is derived from it. Holds keep the first
 * reason they were raised for, so that raising one twice changes nothing.
 */
import { clipText } from '../../base/clip-text.ts';
import {
  APPROVALS_MAX,
  CROWDED_WHY_BYTES_MAX,
  HOLD_BY_BYTES_MAX,
  HOLD_WHY_BYTES_MAX,
} from '../limits.ts';
import type { ReasonCode } from '../reasons.ts';
import type { OperatorAction, OperatorRecord, SignalHold } from '../records/records.ts';
import type { BudgetName } from '../spending/budgets.ts';
import { stricterGrace, type Grace } from './grace.ts';

/** The eleven kinds of hold. */
export type HoldKind =
  | SignalHold
  | 'manual'
  | 'soft_suspend'
  | 'hard_stop'
  | 'paused'
  | 'parked'
  | 'stop_all';

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

/** What a hold stops: everything, tools only, or one action. */
export type HoldScope = 'all' | 'tools' | 'action';

/** The law of one kind of hold. */
export interface HoldLaw {
  readonly code: ReasonCode;
  readonly scope: HoldScope;
  /** The operator actions that lift it. */
  readonly operators: readonly OperatorAction[];
  /** Who may lift it, in words. Part of every decision, so these words never change. */
  readonly liftedBy: string;
  /** The act that a person lifts it with; null where no act does, but the loop. */
  readonly release: OperatorAction | null;
  /** What is to be done, in words that go on with "A person has to …". */
  readonly deed: string;
  /** What a person types; null where there is no command. Without a session it is for the whole agent. */
  readonly command: ((agent: string, session: string | null) => string) | null;
  /** When it also ends without anybody; null: never. */
  readonly byItself: string | null;
}

const resume = (agent: string, session: string | null) =>
  `tripwire resume ${agent}${session === null ? '' : ` --session ${session}`}`;
const restart = (agent: string, session: string | null) =>
  `tripwire resume ${agent} --restart${session === null ? '' : ` --session ${session}`}`;
const release = () => 'tripwire release';

/** Who may lift what, and how: the strongest hold first, the one that is lifted most easily last. */
export const HOLD_LAWS: Readonly<Record<HoldKind, HoldLaw>> = Object.freeze({
  hard_stop: law('HOLD_HARD_STOP', 'all', ['restart'], 'a person: restart', {
    deed: 'restart it',
    command: restart,
  }),
  kill_switch: law('HOLD_KILL_SWITCH', 'all', ['activate'], 'a person: activate', {
    deed: 'resume it',
    command: resume,
  }),
  stop_all: law('HOLD_STOP_ALL', 'all', ['resume-all'], 'a person: resume-all', {
    deed: 'resume all agents',
    command: () => 'tripwire resume-all',
  }),
  manual: law('HOLD_MANUAL', 'all', ['activate'], 'a person: activate', {
    deed: 'resume it',
    command: resume,
  }),
  soft_suspend: law(
    'HOLD_SOFT_SUSPEND',
    'all',
    ['resume', 'restart'],
    'a person: resume; or recovery of health',
    { deed: 'resume it', command: resume, byItself: 'its health has recovered' },
  ),
  paused: law('HOLD_PAUSED', 'all', ['resume'], 'a person: resume', {
    deed: 'resume it',
    command: resume,
  }),
  parked: law(
    'HOLD_PARKED',
    'all',
    ['resume'],
    'a person: resume; or the reset of the plan window',
    { deed: 'resume it', command: resume, byItself: 'the parking ends' },
  ),
  blocker: law('HOLD_BLOCKER', 'all', [], 'the loop, when a person lets it continue', {
    deed: 'fix what BLOCKER_REPORT.md (or STOP) in the project’s .geometry names, then delete it or run there',
    command: release,
  }),
  checkpoint: law('HOLD_CHECKPOINT', 'all', [], 'the loop, when a person lets it continue', {
    deed: 'review CHECKPOINT.md (or PAUSE) in the project’s .geometry, then delete it or run there',
    command: release,
  }),
  approval: law('HOLD_APPROVAL', 'action', ['grant'], 'a person: grant', {
    deed: 'grant or refuse the action on the page Approvals',
  }),
  compaction: law('HOLD_COMPACTION', 'tools', [], 'the loop, when the context is compacted', {
    deed: 'compact the conversation',
    byItself: 'the client compacts the conversation',
  }),
});

function law(
  code: ReasonCode,
  scope: HoldScope,
  operators: readonly OperatorAction[],
  liftedBy: string,
  { deed, command = null, byItself = null }: Pick<HoldLaw, 'deed'> & Partial<HoldLaw>,
): HoldLaw {
  return Object.freeze({
    code,
    scope,
    operators: Object.freeze([...operators]),
    liftedBy,
    release: operators[0] ?? null,
    deed,
    command,
    byItself,
  });
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
