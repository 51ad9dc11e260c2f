/**
 * The state of an agent in words: Working, Idle, Waiting until, Stopped by. What binds it most comes first.
 *
 * The page and the command read the same table, so that an agent has one state wherever a person looks. Nobody decides
 * anything by these words; the API has codes for that.
 */
import { groupedNumber } from '../../base/grouped-number.ts';
import { holdRank, strongestFirst } from '../../core/holds/remedy.ts';
import { waitTitle } from '../../core/holds/wait-title.ts';
import type { HoldKind } from '../../core/index.ts';
import type { AgentView, StandingView } from '../../gate/index.ts';
import { usdText } from '../../prices/money-text.ts';

/** What a state is read from: an agent or one of its sessions, as the gate or the API gives it. */
export type Standing = Pick<StandingView, 'mode' | 'waiting'> & {
  readonly holds: readonly Pick<
    StandingView['holds'][number],
    'by' | 'hold' | 'refused' | 'title' | 'until' | 'grace'
  >[];
} & {
  readonly problem?: string | null;
  readonly budgets?: AgentView['budgets'];
  readonly stuck?: AgentView['stuck'];
  readonly sessions?: readonly Standing[];
};

/** What keeps an agent. */
type Cause =
  /** `sessions`: some of its sessions are stopped, not all. */
  | { readonly by: 'problem' | 'wait' | 'mode' | 'sessions' | 'stuck' }
  /** It `asks` where a person may extend it. */
  | { readonly by: 'budget'; readonly asks: boolean }
  | { readonly by: 'hold'; readonly hold: HoldKind };

/** A state in words. */
export interface StateWords {
  readonly word: string;
  readonly group: 'stopped' | 'waiting' | 'working' | 'idle';
  readonly cause: Cause;
  /** Why it is stopped or waiting. */
  readonly why: string | null;
}

/** What keeps an agent, in the words of the state it is in; who stopped it is told beside them. */
export const holdWords: Readonly<Record<HoldKind, string>> = {
  kill_switch: 'Stopped by the loop detector',
  manual: 'Stopped on request',
  paused: 'Stopped on request',
  stop_all: 'Stopped with all agents',
  soft_suspend: 'Stopped by failing calls',
  hard_stop: 'Stopped by failing calls',
  parked: 'Parked',
  checkpoint: 'Waiting for a review',
  blocker: 'Waiting: blocked',
  compaction: 'Waiting for a compaction',
  approval: 'Waiting for approval',
};

/** Holds for which it waits; all others stop it. */
const waits: ReadonlySet<HoldKind> = new Set([
  'parked',
  'blocker',
  'checkpoint',
  'compaction',
  'approval',
]);

const working: Readonly<Record<StandingView['mode'], string>> = {
  RUNAWAY: 'Working, faster and faster',
  LOOPING: 'Working, repeating itself',
  WORKING: 'Working',
  IDLE: 'Idle',
};

/** Under the name of whoever stopped it: a person, a command without a terminal, a token, a link. */
function heldWord(
  { hold, by, until }: Standing['holds'][number],
  clock: (atMs: number) => string,
): string {
  if (until !== undefined) return `Parked until ${clock(until)}`;
  return hold === 'manual' || hold === 'paused' ? `Stopped by ${by}` : holdWords[hold];
}

/** Whether a hold makes an agent wait; else it stops it. */
export function isWaitingFor(hold: HoldKind): boolean {
  return waits.has(hold);
}

/** The state; `clock` says a time as people read it where this is shown. */
export function stateWords(standing: Standing, clock: (atMs: number) => string): StateWords {
  const { problem = null, holds, mode, sessions = [], budgets = [] } = standing;
  if (problem !== null) {
    return {
      word: 'Cannot be judged',
      group: 'stopped',
      cause: { by: 'problem' },
      why: problem,
    };
  }
  const [most] = strongestFirst(
    holds.filter(({ hold, refused }) => hold !== 'approval' || refused !== true),
  );
  if (most !== undefined) return ofHold(most, clock);
  return (
    ofBudgets(budgets) ??
    ofSessions(sessions, clock) ??
    ofWait(standing.waiting, clock) ??
    ofStuck(standing.stuck) ?? {
      word: working[mode],
      group: mode === 'IDLE' ? 'idle' : 'working',
      cause: { by: 'mode' },
      why: null,
    }
  );
}

/** What a hold makes of it; one that is being stopped may have time to save its work first. */
function ofHold(held: Standing['holds'][number], clock: (atMs: number) => string): StateWords {
  const { hold, title, grace } = held;
  const state = {
    word: heldWord(held, clock),
    group: isWaitingFor(hold) ? 'waiting' : 'stopped',
    cause: { by: 'hold', hold },
    why: title,
  } as const;
  if (grace === undefined || grace.left === 0) return state;
  const calls = grace.left === 1 ? '1 more call' : `${grace.left} more calls`;
  const saving = `It may make ${calls} to save its work, until ${clock(grace.until)} at the latest. Everything else is refused.`;
  return {
    ...state,
    word: `Saving until ${clock(grace.until)}`,
    why: `${title}. ${saving}`,
  };
}

/** A budget of the whole agent that is used up refuses every call until its period is over. */
function ofBudgets(budgets: AgentView['budgets']): StateWords | null {
  const spent = budgets.find(
    (one) =>
      (one.level === 'agent' || one.level === 'team') &&
      one.shadow !== true &&
      one.spent >= one.limit,
  );
  if (spent === undefined) return null;
  const amount = (value: number) =>
    spent.unit === 'usd' ? usdText(value) : `${groupedNumber(value)} ${spent.unit}`;
  const asks = spent.asks !== undefined;
  const whose = spent.team === undefined ? 'It' : `Team ${spent.team}`;
  return {
    word: 'Stopped by a budget',
    group: 'stopped',
    cause: { by: 'budget', asks },
    why: `${whose} has used ${amount(spent.spent)} of ${amount(spent.limit)} ${periodNow(spent)}. Calls are refused ${periodEnds(spent)}, or until somebody ${asks ? 'resumes it, which extends the budget once for the whole team' : 'raises the budget'}.`,
  };
}

/** What each way of being stuck is called. */
export const stuckWords: Readonly<Record<AgentView['stuck'][number]['code'], string>> = {
  STREAM_STALLED: 'Stuck: an answer has stalled',
  CLIENT_WAITING: 'Stuck: waiting at a dialog',
  USAGE_LIMIT: 'Stuck: usage limit',
  CRASH_LOOP: 'Stuck: crashing',
  PROVIDER_DOWN: 'Stuck: provider down',
  TOOL_DOWN: 'Stuck: tool down',
  QUICK_RETRIES: 'Stuck: retrying without waiting',
  EMPTY_WAKES: 'Stuck: waking for nothing',
  FRUITLESS_EXCHANGE: 'Stuck: talking in circles',
};

function ofStuck(stuck: AgentView['stuck'] = []): StateWords | null {
  const [first] = stuck;
  if (first === undefined) return null;
  return {
    word: stuckWords[first.code],
    group: 'waiting',
    cause: { by: 'stuck' },
    why: first.why,
  };
}

function ofWait(waiting: Standing['waiting'], clock: (atMs: number) => string): StateWords | null {
  if (waiting === null) return null;
  return {
    word: `Waiting until ${clock(waiting.until)}`,
    group: 'waiting',
    cause: { by: 'wait' },
    why: `${waitTitle({ ...waiting, until: null }, clock)}. Its calls wait, and then continue without anybody's help.`,
  };
}

/** An agent that nothing holds as a whole: what binds its sessions is its state, wholly or in part. */
function ofSessions(
  sessions: readonly Standing[],
  clock: (atMs: number) => string,
): StateWords | null {
  const stopped = sessions
    .map((session) => stateWords(session, clock))
    .filter(({ group }) => group === 'stopped')
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const [first] = stopped;
  if (first === undefined) return null;
  if (stopped.length === sessions.length) return first;
  return {
    ...first,
    word: `${stopped.length} of ${sessions.length} sessions stopped`,
    cause: { by: 'sessions' },
  };
}

function rankOf({ cause }: StateWords): number {
  return cause.by === 'hold' ? holdRank(cause.hold) : 0;
}

/** The period of a budget; a day when it is not said. */
interface PeriodSaid {
  readonly period?: 'week' | 'month' | 'rolling';
  /** Of a rolling window. */
  readonly hours?: number;
}

const NOW = { day: 'today', week: 'this week', month: 'this month' } as const;
const ENDS = {
  day: 'until midnight UTC',
  week: 'until Monday, midnight UTC',
  month: 'until the first of the month, midnight UTC',
  rolling: 'until enough of it is longer ago than that',
} as const;

/** When it was spent. */
export function periodNow({ period, hours }: PeriodSaid): string {
  return period === 'rolling' ? `in the last ${hours} hours` : NOW[period ?? 'day'];
}

/** How long it counts. */
export function periodEnds({ period }: PeriodSaid): string {
  return ENDS[period ?? 'day'];
}
