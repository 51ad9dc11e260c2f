/**
 * The law of holds: what each kind stops, which act lifts it, and with which command a person does that.
 *
 * Everything that tells people what to do (refusals, commands, alerts, the dashboard) is derived from this one table.
 */
import type { ReasonCode } from '../reasons.ts';
import type { OperatorAction, SignalHold } from '../records/records.ts';

/** The eleven kinds of hold. */
export type HoldKind =
  | SignalHold
  | 'manual'
  | 'soft_suspend'
  | 'hard_stop'
  | 'paused'
  | 'parked'
  | 'stop_all';

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
