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
import type { Tone } from './ui/badge.tsx';

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
type Held = Omit<AgentState, 'why' | 'group'>;

const held: Readonly<Record<Kind, Held>> = {
  stop_all: {
    word: 'Stopped with all',
    tone: 'danger',
    icon: OctagonX,
    rank: 3,
    release: 'resume-all',
  },
  kill_switch: {
    word: 'Deactivated by Kill Switch',
    tone: 'danger',
    icon: OctagonX,
    rank: 1,
    release: 'activate',
  },
  hard_stop: { word: 'Hard stop', tone: 'danger', icon: OctagonX, rank: 2, release: 'restart' },
  manual: { word: 'Inactive', tone: 'danger', icon: PowerOff, rank: 5, release: 'activate' },
  soft_suspend: { word: 'Suspended', tone: 'warn', icon: CirclePause, rank: 4, release: 'resume' },
  paused: { word: 'Paused', tone: 'hold', icon: CirclePause, rank: 6, release: 'resume' },
  blocker: { word: 'Blocked', tone: 'hold', icon: Hand, rank: 7, release: null },
  checkpoint: { word: 'At a checkpoint', tone: 'hold', icon: Hand, rank: 7, release: null },
  compaction: { word: 'Compacting', tone: 'hold', icon: Hand, rank: 8, release: null },
  approval: { word: 'Waits for a yes', tone: 'hold', icon: Hand, rank: 7, release: null },
};

const working: Readonly<Record<Agent['mode'], Omit<AgentState, 'why' | 'release'>>> = {
  RUNAWAY: { word: 'Runaway', tone: 'warn', icon: Rabbit, rank: 9, group: 'trouble' },
  LOOPING: { word: 'Looping', tone: 'warn', icon: Repeat, rank: 10, group: 'trouble' },
  WORKING: { word: 'Working', tone: 'good', icon: CirclePlay, rank: 11, group: 'working' },
  IDLE: { word: 'Idle', tone: 'neutral', icon: Moon, rank: 12, group: 'idle' },
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
  const [most] = [...holds]
    .filter(({ hold, refused }) => hold !== 'approval' || refused !== true)
    .toSorted((one, other) => held[one.hold].rank - held[other.hold].rank);
  if (most !== undefined) {
    return { ...held[most.hold], group: groups[most.hold] ?? 'stopped', why: most.why };
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
    rank: 4,
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
