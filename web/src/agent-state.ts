/**
 * How an agent stands, in one word with a sign and a tone: what binds it most comes first.
 */
import {
  CirclePause,
  CirclePlay,
  Hand,
  Moon,
  OctagonX,
  PowerOff,
  Repeat,
  Rabbit,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { Agent, AgentSession, HoldView } from '../../src/control/api/client.ts';
import { holdRank, remedyOf, strongestFirst } from '../../src/core/holds/remedy.ts';
import type { Tone } from './ui/tone.ts';

export interface AgentState {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  /** Lower is more urgent. */
  readonly rank: number;
  readonly group: 'stopped' | 'trouble' | 'working' | 'idle';
  /** The act that lets it go on; null when nothing holds it. */
  readonly release: 'activate' | 'resume' | 'restart' | 'resume-all' | null;
  /** Why it is held. */
  readonly why: string | null;
}

type Standing = Pick<Agent, 'deactivated_by' | 'mode' | 'holds'> & {
  readonly problem?: string | null;
  readonly sessions?: readonly AgentSession[];
};
type Kind = HoldView['hold'];
type Held = Omit<AgentState, 'why' | 'group' | 'rank' | 'release'>;

const held: Readonly<Record<Kind, Held>> = {
  stop_all: { word: 'Stopped with all', tone: 'danger', icon: OctagonX },
  kill_switch: { word: 'Deactivated by Kill Switch', tone: 'danger', icon: OctagonX },
  hard_stop: { word: 'Hard stop', tone: 'danger', icon: OctagonX },
  manual: { word: 'Inactive', tone: 'danger', icon: PowerOff },
  soft_suspend: { word: 'Suspended', tone: 'warn', icon: CirclePause },
  paused: { word: 'Paused', tone: 'hold', icon: CirclePause },
  blocker: { word: 'Blocked', tone: 'hold', icon: Hand },
  checkpoint: { word: 'At a checkpoint', tone: 'hold', icon: Hand },
  compaction: { word: 'Compacting', tone: 'hold', icon: Hand },
  approval: { word: 'Waits for a yes', tone: 'hold', icon: Hand },
};

/** The acts that have a button; what else lifts a hold is done on another page or in the project. */
const buttons = ['activate', 'resume', 'restart', 'resume-all'] as const;

/** The act of the button that lifts a hold. */
function releaseOf(hold: Kind): AgentState['release'] {
  const { act } = remedyOf({ hold, agent: '', session: null });
  return buttons.find((one) => one === act) ?? null;
}

/** An agent that cannot be judged comes before all that are held, and those before all that work. */
const HELD_RANK = 1;
const WORKING_RANK = HELD_RANK + Object.keys(held).length;

const working: Readonly<Record<Agent['mode'], Omit<AgentState, 'why' | 'release'>>> = {
  RUNAWAY: { word: 'Runaway', tone: 'warn', icon: Rabbit, rank: WORKING_RANK, group: 'trouble' },
  LOOPING: {
    word: 'Looping',
    tone: 'warn',
    icon: Repeat,
    rank: WORKING_RANK + 1,
    group: 'trouble',
  },
  WORKING: {
    word: 'Working',
    tone: 'good',
    icon: CirclePlay,
    rank: WORKING_RANK + 2,
    group: 'working',
  },
  IDLE: { word: 'Idle', tone: 'neutral', icon: Moon, rank: WORKING_RANK + 3, group: 'idle' },
};

const groups: Readonly<Partial<Record<Kind, AgentState['group']>>> = {
  approval: 'trouble',
  compaction: 'trouble',
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
  const { problem = null, holds, mode, sessions = [] } = standing;
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
    return {
      ...held[most.hold],
      rank: HELD_RANK + holdRank(most.hold),
      group: groups[most.hold] ?? 'stopped',
      release: releaseOf(most.hold),
      why: most.why,
    };
  }
  return ofSessions(sessions) ?? { ...working[mode], release: null, why: null };
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

/** Words for the acts of people. */
export const actWords = {
  activate: { verb: 'Activate', done: 'is active again' },
  deactivate: { verb: 'Stop', done: 'is stopped' },
  pause: { verb: 'Pause', done: 'is paused' },
  resume: { verb: 'Resume', done: 'goes on' },
  restart: { verb: 'Restart', done: 'is restarted' },
} as const;
export type ActName = keyof typeof actWords;
