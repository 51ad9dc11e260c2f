/**
 * Who lives in a world: agents of several kinds, with the limits that people gave them.
 */
import type { EnvelopeChange } from '../../src/core/index.ts';
import type { Team } from '../../src/gate/index.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import type { Watched } from './spend-ledger.ts';

export type AgentKind =
  | 'healthy'
  | 'looping'
  | 'bursty'
  | 'hostile'
  | 'hooked'
  | 'budgeted'
  | 'teamed'
  | 'paced'
  | 'proxied';

/** One agent. */
export interface SimulatedAgent {
  readonly name: string;
  readonly kind: AgentKind;
  readonly sessions: readonly (string | undefined)[];
  readonly watched: Watched;
  readonly envelope: EnvelopeChange;
}

/** Calls that the team may make in a day. */
export const TEAM_CALLS = 8;

const KINDS: readonly (readonly [AgentKind, number])[] = [
  ['healthy', 5],
  ['looping', 2],
  ['bursty', 2],
  ['hostile', 2],
  ['hooked', 1],
  ['budgeted', 2],
  ['teamed', 2],
  ['paced', 2],
  ['proxied', 3],
];

/** The agents of a world. */
export function castOf(random: SeededRandom, count: number): readonly SimulatedAgent[] {
  return Array.from({ length: count }, (_, index) => agentOf(random, index));
}

/** The one team that shares a budget. */
export function teamOf(cast: readonly SimulatedAgent[]): Team {
  const members = new Set(cast.filter(({ kind }) => kind === 'teamed').map(({ name }) => name));
  return {
    name: 'team',
    budgets: { callsPerDay: TEAM_CALLS },
    isShadow: () => false,
    has: (agent) => members.has(agent),
  };
}

function agentOf(random: SeededRandom, index: number): SimulatedAgent {
  const kind = random.weighed(KINDS);
  const name = `${kind}-${index}`;
  const sessions = random.chance(0.3)
    ? [undefined]
    : Array.from({ length: random.between(1, 3) }, (_, number) => `${name}-s${number}`);
  const watched = watchedOf(random, kind);
  const { tokensPerDay, callsPerDay, tokensPerMinute } = watched;
  const budgets = {
    ...(tokensPerDay === undefined ? {} : { tokensPerDay }),
    ...(callsPerDay === undefined ? {} : { callsPerDay }),
  };
  const envelope: EnvelopeChange = {
    killSwitch: { enabled: true, refusal: random.chance(0.5) ? 'message' : 'error' },
    ...(kind === 'budgeted' ? { budgets } : {}),
    ...(tokensPerMinute === undefined ? {} : { maxTokensPerMinute: tokensPerMinute }),
  };
  return { name, kind, sessions, watched, envelope };
}

function watchedOf(random: SeededRandom, kind: AgentKind): Watched {
  if (kind === 'budgeted') {
    return random.chance(0.5)
      ? { tokensPerDay: random.between(300, 3_000) }
      : { callsPerDay: random.between(3, 20) };
  }
  return kind === 'paced' ? { tokensPerMinute: random.between(100, 500) } : {};
}
