/**
 * What was spent against a budget, on each level: an agent by the day, with what it spent that day before it had a
 * budget; a session and a conversation from when a budget was first set.
 *
 * What is asked for is counted when it passes, and replaced by what it really was when the call ends. A call whose end
 * nobody told stays counted as it was estimated.
 */
import { LEDGER_MAX } from '../limits.ts';
import type { Scene } from '../place.ts';
import { costOfResult } from '../records/recorded-facts.ts';
import type { AgentRecord } from '../records/records.ts';
import type { AgentState } from '../state.ts';

const DAY_MS = 86_400_000;

/** A sum, with what is reserved in it. */
export interface Ledger {
  /** No call that was let through before this time has a reservation in it. */
  readonly since: number;
  readonly tokens: number;
  readonly calls: number;
  readonly microUsd: number;
}

type Amounts = Omit<Ledger, 'since'>;

/** An amount, and what was counted for it before. */
export interface Spending {
  readonly spent: Amounts;
  /** Taken back where the ledger has it. */
  readonly before: Ledger | null;
}

const NOTHING: Amounts = Object.freeze({ tokens: 0, calls: 0, microUsd: 0 });

/** The ledger as it stands now: one that is not there begins now, an agent's begins anew with the day. */
export function ledgerAt(ledger: Ledger | undefined, level: string, now: number): Ledger {
  if (ledger === undefined) return { since: now, ...NOTHING };
  const day = Math.floor(now / DAY_MS) * DAY_MS;
  return level === 'agent' && ledger.since < day ? { since: day, ...NOTHING } : ledger;
}

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

/** What an event or a result says was really spent, each with what was reserved for it. */
export function settlementsOf(
  record: Extract<AgentRecord, { type: 'event' | 'result' }>,
): readonly Spending[] {
  const tokens = tokensOf(record);
  if (record.type !== 'result') return [tokens];
  const microUsd = costOfResult(record);
  // Nobody knows what it cost: what was reserved for it stays.
  if (microUsd === null) return [tokens];
  const { reserved } = record;
  const before =
    reserved === undefined
      ? null
      : { ...NOTHING, since: reserved.timestamp, microUsd: reserved.costMicroUsd };
  return [tokens, { spent: { ...NOTHING, microUsd }, before }];
}

/** Without budgets nothing is counted, and nothing is remembered. */
export function withoutLedgers(agent: AgentState): AgentState {
  const sessions = mapped(agent.sessions, (session) => ({
    ...withoutLedger(session),
    threads: mapped(session.threads, withoutLedger),
  }));
  return { ...withoutLedger(agent), sessions };
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

/** An event, or a result that settles, tells tokens; a result after an event tells them a second time. */
function tokensOf(record: Extract<AgentRecord, { type: 'event' | 'result' }>): Spending {
  const { settles } = record;
  const before =
    settles === undefined
      ? null
      : {
          ...NOTHING,
          since: settles.timestamp,
          tokens: settles.reserveTokens ?? settles.tokenCount,
        };
  if (record.type === 'event') {
    return { spent: { ...NOTHING, tokens: record.event.tokenCount }, before };
  }
  const tokens = settles === undefined ? 0 : record.result.tokensUsed;
  return { spent: { ...NOTHING, tokens }, before };
}

function counted({ agent, session, thread, notes }: Scene, spending: Spending, now: number): Scene {
  const on = (ledger: Ledger | undefined, level: string) => ({
    ledger: addSpending(ledgerAt(ledger, level, now), spending),
  });
  return {
    agent: { ...agent, ...on(agent.ledger, 'agent') },
    session: { ...session, ...on(session.ledger, 'session') },
    thread: { ...thread, ...on(thread.ledger, 'thread') },
    notes,
  };
}

/** A ledger with an amount more. */
export function addSpending(ledger: Ledger, { spent, before }: Spending): Ledger {
  // Reserved before the ledger began, such as yesterday, it is not in there to be taken back.
  const back = before !== null && before.since >= ledger.since ? before : NOTHING;
  const sum = (unit: keyof Amounts) =>
    Math.min(LEDGER_MAX, Math.max(0, ledger[unit] + spent[unit] - back[unit]));
  return {
    since: ledger.since,
    tokens: sum('tokens'),
    calls: sum('calls'),
    microUsd: sum('microUsd'),
  };
}
