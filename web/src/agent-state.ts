/**
 * The state of an agent as the page shows it: the words that the command has too, with a sign, a tone and the act that
 * lets it work again.
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
import {
  holdWords,
  stateWords,
  type Standing,
  type StateWords,
} from '../../src/control/agents/state-words.ts';
import type { Agent, AgentSession, HoldView } from '../../src/control/api/client.ts';
import { holdRank, remedyOf } from '../../src/core/holds/remedy.ts';
import { clockTime } from './ui/clock-time.ts';
import type { Tone } from './ui/tone.ts';

export interface AgentState extends Pick<StateWords, 'word' | 'group' | 'why'> {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  /** Lower is more urgent. */
  readonly rank: number;
  /** The act that lets it work again; null when nothing on this page does. */
  readonly release: 'activate' | 'resume' | 'restart' | 'resume-all' | null;
}

/** The acts that have a button; what else lifts a hold is done on another page or in the project. */
const buttons = ['activate', 'resume', 'restart', 'resume-all'] as const;

/** The act of the button that lifts a hold. */
function releaseOf(hold: HoldView['hold']): AgentState['release'] {
  const { act } = remedyOf({ hold, agent: '', session: null });
  return buttons.find((one) => one === act) ?? null;
}

type Look = Omit<AgentState, 'word' | 'group' | 'why'>;

/** An agent that cannot be judged comes before all that are held, and those before all that work. */
const HELD_RANK = 1;
const SUSPENDED_RANK = HELD_RANK + holdRank('soft_suspend');
const WORKING_RANK = HELD_RANK + Object.keys(holdWords).length;

const problemLook: Look = { tone: 'danger', icon: TriangleAlert, rank: 0, release: null };
const budgetLook: Look = { tone: 'danger', icon: Wallet, rank: SUSPENDED_RANK, release: null };
const waitLook: Look = { tone: 'warn', icon: Hourglass, rank: WORKING_RANK, release: null };

const working: Readonly<Record<Agent['mode'], Look>> = {
  RUNAWAY: { tone: 'warn', icon: Rabbit, rank: WORKING_RANK + 1, release: null },
  LOOPING: { tone: 'warn', icon: Repeat, rank: WORKING_RANK + 2, release: null },
  WORKING: { tone: 'good', icon: CirclePlay, rank: WORKING_RANK + 3, release: null },
  IDLE: { tone: 'neutral', icon: Moon, rank: WORKING_RANK + 4, release: null },
};

const known = new WeakMap<Standing, AgentState>();

/** The state of an agent or of a session; what was read never changes, so it is worked out once. */
export function stateOf(standing: Standing): AgentState {
  const before = known.get(standing);
  if (before !== undefined) return before;
  const words = stateWords(standing, clockTime);
  const { word, group, why } = words;
  const state = { word, group, why, ...lookOf(words, standing.mode) };
  known.set(standing, state);
  return state;
}

function lookOf({ cause, group }: StateWords, mode: Agent['mode']): Look {
  switch (cause.by) {
    case 'problem':
      return problemLook;
    case 'budget':
      return cause.asks ? { ...budgetLook, release: 'resume' } : budgetLook;
    case 'wait':
    case 'stuck':
      return waitLook;
    case 'mode':
      return working[mode];
    case 'sessions':
      return { tone: 'danger', icon: OctagonX, rank: SUSPENDED_RANK, release: null };
    case 'hold':
      return {
        tone: group === 'waiting' ? 'hold' : 'danger',
        icon: group === 'waiting' ? Hand : OctagonX,
        rank: HELD_RANK + holdRank(cause.hold),
        release: releaseOf(cause.hold),
      };
  }
}

/** Whether it can be stopped: it is not yet, or it is still saving its work, which a stop ends. */
export function canStop(standing: Agent | AgentSession): boolean {
  return !standing.holds.some(
    ({ hold, grace }) =>
      (hold === 'manual' || hold === 'kill_switch') && (grace === undefined || grace.left === 0),
  );
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
