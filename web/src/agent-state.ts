/**
 * The state of an agent in a few words, with a sign and a tone: Working, Idle, Waiting until, Stopped by. What binds it
 * most comes first.
 */
import {
  CirclePlay,
  Hand,
  Hourglass,
  Moon,
  OctagonX,
  Rabbit,
  Repeat,
  TriangleAlert,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { Agent, AgentSession, HoldView } from '../../src/control/api/client.ts';
import { holdRank, remedyOf, strongestFirst } from '../../src/core/holds/remedy.ts';
import { waitTitle } from '../../src/core/holds/wait-title.ts';
import { usdText } from '../../src/prices/money-text.ts';
import { holdWords } from './hold-words.ts';
import { clockTime } from './ui/clock-time.ts';
import { count } from './ui/numbers.ts';
import type { Tone } from './ui/tone.ts';

export interface AgentState {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  /** Lower is more urgent. */
  readonly rank: number;
  readonly group: 'stopped' | 'waiting' | 'working' | 'idle';
  /** The act that lets it work again; null when nothing on this page does. */
  readonly release: 'activate' | 'resume' | 'restart' | 'resume-all' | null;
  /** Why it is stopped or waiting. */
  readonly why: string | null;
}

type Standing = Pick<Agent, 'deactivated_by' | 'mode' | 'holds' | 'waiting'> & {
  readonly problem?: string | null;
  readonly budgets?: Agent['budgets'];
  readonly sessions?: readonly AgentSession[];
};
type Kind = HoldView['hold'];
/** Holds for which it waits; all others stop it. */
const waits: ReadonlySet<Kind> = new Set([
  'parked',
  'blocker',
  'checkpoint',
  'compaction',
  'approval',
]);

/** The acts that have a button; what else lifts a hold is done on another page or in the project. */
const buttons = ['activate', 'resume', 'restart', 'resume-all'] as const;

/** The act of the button that lifts a hold. */
function releaseOf(hold: Kind): AgentState['release'] {
  const { act } = remedyOf({ hold, agent: '', session: null });
  return buttons.find((one) => one === act) ?? null;
}

/** An agent that cannot be judged comes before all that are held, and those before all that work. */
const HELD_RANK = 1;
const WORKING_RANK = HELD_RANK + Object.keys(holdWords).length;

const working: Readonly<Record<Agent['mode'], Omit<AgentState, 'why' | 'release'>>> = {
  RUNAWAY: {
    word: 'Working, faster and faster',
    tone: 'warn',
    icon: Rabbit,
    rank: WORKING_RANK + 1,
    group: 'working',
  },
  LOOPING: {
    word: 'Working, repeating itself',
    tone: 'warn',
    icon: Repeat,
    rank: WORKING_RANK + 2,
    group: 'working',
  },
  WORKING: {
    word: 'Working',
    tone: 'good',
    icon: CirclePlay,
    rank: WORKING_RANK + 3,
    group: 'working',
  },
  IDLE: { word: 'Idle', tone: 'neutral', icon: Moon, rank: WORKING_RANK + 4, group: 'idle' },
};

const known = new WeakMap<Standing, AgentState>();

/** The state of an agent or of a session; what was read never changes, so it is worked out once. */
export function stateOf(standing: Standing): AgentState {
  const before = known.get(standing);
  if (before !== undefined) return before;
  const state = workedOut(standing);
  known.set(standing, state);
  return state;
}

function workedOut(standing: Standing): AgentState {
  const { problem = null, holds, mode, sessions = [], budgets = [] } = standing;
  if (problem !== null) {
    return {
      word: 'Cannot be judged',
      tone: 'danger',
      icon: TriangleAlert,
      rank: 0,
      group: 'stopped',
      release: null,
      why: problem,
    };
  }
  const [most] = strongestFirst(
    holds.filter(({ hold, refused }) => hold !== 'approval' || refused !== true),
  );
  if (most !== undefined) {
    const isWaiting = waits.has(most.hold);
    return {
      word:
        most.until === undefined ? holdWords[most.hold] : `Parked until ${clockTime(most.until)}`,
      tone: isWaiting ? 'hold' : 'danger',
      icon: isWaiting ? Hand : OctagonX,
      rank: HELD_RANK + holdRank(most.hold),
      group: isWaiting ? 'waiting' : 'stopped',
      release: releaseOf(most.hold),
      why: most.title,
    };
  }
  return (
    ofBudgets(budgets) ??
    ofSessions(sessions) ??
    ofWait(standing.waiting) ?? { ...working[mode], release: null, why: null }
  );
}

/** A budget of the whole agent that is used up refuses every call until its day is over. */
function ofBudgets(budgets: Agent['budgets']): AgentState | null {
  const spent = budgets.find(
    (one) =>
      (one.level === 'agent' || one.level === 'team') &&
      one.shadow !== true &&
      one.spent >= one.limit,
  );
  if (spent === undefined) return null;
  const amount = (value: number) =>
    spent.unit === 'usd' ? usdText(value) : `${count(value)} ${spent.unit}`;
  const whose = spent.team === undefined ? 'It' : `Team ${spent.team}`;
  return {
    word: 'Stopped by a budget',
    tone: 'danger',
    icon: Wallet,
    rank: HELD_RANK + holdRank('soft_suspend'),
    group: 'stopped',
    release: null,
    why: `${whose} has used ${amount(spent.spent)} of ${amount(spent.limit)} for today (UTC). Calls are refused until midnight UTC, or until somebody raises the budget.`,
  };
}

function ofWait(waiting: Standing['waiting']): AgentState | null {
  if (waiting === null) return null;
  return {
    word: `Waiting until ${clockTime(waiting.until)}`,
    tone: 'warn',
    icon: Hourglass,
    rank: WORKING_RANK,
    group: 'waiting',
    release: null,
    why: `${waitTitle({ ...waiting, until: null }, clockTime)}. Its calls wait, and then continue without anybody's help.`,
  };
}

/** A family whose own holds are none: what binds its sessions is its state, wholly or in part. */
function ofSessions(sessions: readonly AgentSession[]): AgentState | null {
  const stopped = sessions.map(stateOf).filter(({ group }) => group === 'stopped');
  const [first] = stopped.toSorted((one, other) => one.rank - other.rank);
  if (first === undefined) return null;
  if (stopped.length === sessions.length) return first;
  return {
    ...first,
    word: `${stopped.length} of ${sessions.length} sessions stopped`,
    rank: HELD_RANK + holdRank('soft_suspend'),
    release: null,
  };
}

/** Whether it can be stopped: it is not yet. */
export function canStop(standing: Agent | AgentSession): boolean {
  return !standing.holds.some(({ hold }) => hold === 'manual' || hold === 'kill_switch');
}

/** Words for the acts of people: two for the page, whatever each is called in the API. */
export const actWords = {
  activate: { verb: 'Resume', done: 'can work again' },
  deactivate: { verb: 'Stop', done: 'is stopped' },
  pause: { verb: 'Stop', done: 'is stopped; calls under way may finish' },
  resume: { verb: 'Resume', done: 'can work again' },
  restart: { verb: 'Resume', done: 'can work again' },
} as const;
export type ActName = keyof typeof actWords;
