/**
 * What sessions and conversations had spent when they were let go of to make room for others: one that comes back goes
 * on from there, because being away is no reason for a new budget.
 *
 * Bounded: the least recently let go of is forgotten first. Whoever takes a new name for each session has a new budget
 * with each anyway; the budget of the agent is what binds all of them.
 */
import { hash } from 'node:crypto';
import { RETIRED_MAX } from '../limits.ts';
import type { AgentState, SessionState, ThreadState } from '../state.ts';
import { BUDGET_NAMES, BUDGETS } from './budgets.ts';
import type { Ledger } from './ledger.ts';

/** A ledger, under the digest of whose it was. */
export interface RetiredLedger extends Ledger {
  readonly key: string;
}

/** The least recently let go of comes first. */
export interface RetiredLedgers {
  readonly session?: readonly RetiredLedger[];
  readonly thread?: readonly RetiredLedger[];
}

type Level = keyof RetiredLedgers;

const KEY_DIGITS = 16;

/** The agent after a session was let go of. */
export function retireSession(agent: AgentState, name: string, session: SessionState): AgentState {
  const kept = retire(agent, 'session', [name], session.ledger);
  return Object.entries(session.threads).reduce(
    (next, [thread, { ledger }]) => retire(next, 'thread', [name, thread], ledger),
    kept,
  );
}

/** The agent after a conversation was let go of. */
export function retireThread(
  agent: AgentState,
  place: readonly [session: string, thread: string],
  { ledger }: ThreadState,
): AgentState {
  return retire(agent, 'thread', place, ledger);
}

/** What is kept of one that comes back, and the agent without it; null where nothing is. */
export function recalled(
  agent: AgentState,
  level: Level,
  names: readonly string[],
): { readonly agent: AgentState; readonly ledger: Ledger } | null {
  const kept = agent.retired?.[level];
  if (kept === undefined) return null;
  const key = keyOf(names);
  const found = kept.find((one) => one.key === key);
  if (found === undefined) return null;
  const { key: _, ...ledger } = found;
  const rest = kept.filter((one) => one !== found);
  return { agent: { ...agent, retired: { ...agent.retired, [level]: rest } }, ledger };
}

function retire(
  agent: AgentState,
  level: Level,
  names: readonly string[],
  ledger: Ledger | undefined,
): AgentState {
  const { budgets, keepsSpent } = agent.envelope;
  if (ledger === undefined || keepsSpent !== true) return agent;
  const isBudgeted = BUDGET_NAMES.some(
    (name) => BUDGETS[name].level === level && budgets?.[name] !== undefined,
  );
  if (!isBudgeted) return agent;
  const all = [...(agent.retired?.[level] ?? []), { key: keyOf(names), ...ledger }];
  return { ...agent, retired: { ...agent.retired, [level]: all.slice(-RETIRED_MAX) } };
}

function keyOf(names: readonly string[]): string {
  return hash('sha256', JSON.stringify(names), 'hex').slice(0, KEY_DIGITS);
}
