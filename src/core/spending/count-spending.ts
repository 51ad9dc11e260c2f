/**
 * Counts spending on each level: an agent by the day and by longer periods, with what it spent in them before it had a
 * budget; a session and a conversation from when a budget was first set.
 */
import type { Scene } from '../place.ts';
import type { AgentRecord } from '../records/records.ts';
import type { AgentState } from '../state.ts';
import { addSpending, ledgerAt, type Amounts, type Ledger, type Spending } from './ledger.ts';
import { countInPeriods } from './period-ledgers.ts';
import { periodBegan } from './periods.ts';
import { settlementsOf } from './spendings.ts';

/** Counts what a call reserves. */
export function reserveSpend(scene: Scene, reserved: Amounts, now: number): Scene {
  return counted(scene, { spent: reserved, before: null }, now);
}

/** Counts what an event or a result says was really spent, in the place of what was reserved for it. */
export function settleSpend(scene: Scene, record: AgentRecord, now: number): Scene {
  if (scene.agent.envelope.budgets === undefined) return scene;
  if (record.type !== 'event' && record.type !== 'result') return scene;
  return settlementsOf(record).reduce((settled, one) => counted(settled, one, now), scene);
}

/** Without budgets nothing is counted, and nothing is remembered. */
export function withoutLedgers(agent: AgentState): AgentState {
  const sessions = mapped(agent.sessions, (session) => ({
    ...withoutLedger(session),
    threads: mapped(session.threads, withoutLedger),
  }));
  const { periods: _, retired: __, ...rest } = withoutLedger(agent);
  return { ...rest, sessions };
}

function withoutLedger<Holder extends { readonly ledger?: Ledger }>(holder: Holder): Holder {
  const { ledger: _, ...rest } = holder;
  return rest as Holder;
}

function mapped<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

function counted({ agent, session, thread, notes }: Scene, spending: Spending, now: number): Scene {
  const on = (ledger: Ledger | undefined, began = 0) => ({
    ledger: addSpending(ledgerAt(ledger, now, began), spending),
  });
  return {
    agent: {
      ...countInPeriods(agent, spending, now),
      ...on(agent.ledger, periodBegan('day', now)),
    },
    session: { ...session, ...on(session.ledger) },
    thread: { ...thread, ...on(thread.ledger) },
    notes,
  };
}
