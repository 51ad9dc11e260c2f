/**
 * What an agent spent, by session and conversation: a fold over its journal, so that it can be thrown away and made
 * anew.
 *
 * Changed in place, because it is one object for each agent that every record passes.
 */
import { z } from 'zod';
import { MAIN } from '../../base/main-name.ts';
import { costOfResult, endOf, type AdmitRecord, type ResultRecord } from '../../core/index.ts';
import type { RecordEntry } from '../../journal/index.ts';

const DAY_MS = 86_400_000;
/** As many as the core keeps alive; what goes out stays in the sum above it. */
const SESSIONS_MAX = 64;
const THREADS_MAX = 64;

const amountShape = z.object({
  /** Calls of a model that were answered. */
  answers: z.int(),
  tokens: z.int(),
  microUsd: z.int(),
  /** Answers of models without a known price: a sum with any is a lower bound. */
  unpriced: z.int(),
});
/** An amount of tokens and money. */
export type Amount = z.output<typeof amountShape>;

const ledgerFields = { today: amountShape, total: amountShape };
const bothShape = z.object(ledgerFields);
/** What subagents spent; absent in what was kept before they were counted apart. */
const subagents = bothShape.optional();
const threadShape = z.object({
  ...ledgerFields,
  id: z.string(),
  /** The conversation that started it, where it is a subagent. */
  parent: z.string().optional(),
});
const sessionShape = z.object({
  ...ledgerFields,
  subagents,
  id: z.string(),
  threads: z.array(threadShape),
});
/** The least recently used come first. */
type Thread = z.output<typeof threadShape>;
type Session = z.output<typeof sessionShape>;

/** Everything that is kept of an agent's spending. */
export const spendLedgerShape = z.object({
  ...ledgerFields,
  subagents,
  /** The last row that was counted. */
  seq: z.int(),
  /** Since 1970, UTC. */
  day: z.int(),
  /** Of this day alone. */
  calls: z.int(),
  refused: z.int(),
  stops: z.int(),
  savedTokens: z.int(),
  savedMicroUsd: z.int(),
  sessions: z.array(sessionShape),
});
/** An agent's ledger. */
export type SpendLedger = z.output<typeof spendLedgerShape>;

const nothing = (): Amount => ({ answers: 0, tokens: 0, microUsd: 0, unpriced: 0 });
const ofToday = () => ({ calls: 0, refused: 0, stops: 0, savedTokens: 0, savedMicroUsd: 0 });

/** A ledger before its first record. */
export function emptySpend(): SpendLedger {
  return { today: nothing(), total: nothing(), seq: 0, day: 0, ...ofToday(), sessions: [] };
}

/** The number of a day. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** When a day began. */
export function dayStart(day: number): number {
  return day * DAY_MS;
}

/** A new day begins with nothing spent. */
export function turnDay(ledger: SpendLedger, now: number): void {
  const day = dayOf(now);
  if (day <= ledger.day) return;
  Object.assign(ledger, ofToday(), { day, today: nothing() });
  if (ledger.subagents !== undefined) ledger.subagents.today = nothing();
  for (const session of ledger.sessions) {
    session.today = nothing();
    if (session.subagents !== undefined) session.subagents.today = nothing();
    for (const thread of session.threads) thread.today = nothing();
  }
}

/** Counts a record. */
export function countRecord(
  ledger: SpendLedger,
  { record, decision, seq }: RecordEntry,
  at: number,
): void {
  turnDay(ledger, at);
  ledger.seq = seq;
  if (decision.killSwitch?.did === 'killed') ledger.stops += 1;
  const end = endOf(record);
  if (end !== null) countAnswer(ledger, end);
  if (record.type !== 'admit' || record.purpose === 'tool') return;
  if (decision.safety.allowed) {
    ledger.calls += 1;
    if (record.parent !== undefined) threadOf(ledger, record).thread.parent = record.parent;
  }
  if (!decision.safety.allowed && isRefused(record, decision))
    countRefused(ledger, Math.max(1, record.repeats ?? 1));
}

/** Refused for good: by a hold or a budget, or recorded with others of its kind. A veto only makes a call wait. */
export function isRefused(
  { repeats }: AdmitRecord,
  { holds, budget }: RecordEntry['decision'],
): boolean {
  return (
    repeats !== undefined || budget !== undefined || holds.some(({ scope }) => scope === 'all')
  );
}

function countAnswer(ledger: SpendLedger, record: ResultRecord): void {
  const { cachedTokens = 0 } = record;
  const tokens = record.result.tokensUsed;
  if (tokens + cachedTokens === 0) return;
  const cost = costOfResult(record);
  const { session, thread } = threadOf(ledger, record);
  if (thread.parent !== undefined) {
    ledger.subagents ??= { today: nothing(), total: nothing() };
    session.subagents ??= { today: nothing(), total: nothing() };
  }
  const apart = thread.parent === undefined ? [] : [ledger.subagents, session.subagents];
  for (const one of [ledger, session, thread, ...apart].flatMap((of) =>
    of === undefined ? [] : [of.today, of.total],
  )) {
    one.answers += 1;
    one.tokens += tokens;
    one.microUsd += cost ?? 0;
    if (cost === null) one.unpriced += 1;
  }
}

/** The entry of a conversation and of its session; they are made where they are new. */
function threadOf(
  ledger: SpendLedger,
  { session: sessionId = MAIN, thread: threadId = MAIN }: AdmitRecord | ResultRecord,
): { readonly session: Session; readonly thread: Thread } {
  const session = used<Session>(ledger.sessions, sessionId, SESSIONS_MAX, (id) => ({
    id,
    today: nothing(),
    total: nothing(),
    threads: [],
  }));
  const thread = used<Thread>(session.threads, threadId, THREADS_MAX, (id) => ({
    id,
    today: nothing(),
    total: nothing(),
  }));
  return { session, thread };
}

/** The entry of a name, moved to the end; a new one pushes the oldest out. */
function used<Entry extends { readonly id: string }>(
  entries: Entry[],
  id: string,
  max: number,
  make: (id: string) => Entry,
): Entry {
  if (entries.at(-1)?.id === id) return entries.at(-1) ?? make(id);
  const index = entries.findIndex((one) => one.id === id);
  const [entry = make(id)] = index === -1 ? [] : entries.splice(index, 1);
  entries.push(entry);
  if (entries.length > max) entries.shift();
  return entry;
}

/** What was refused is taken to have cost what an answer of this agent costs on average. */
function countRefused(ledger: SpendLedger, refused: number): void {
  const { answers, tokens, microUsd, unpriced } = ledger.total;
  const priced = answers - unpriced;
  ledger.refused += refused;
  if (answers > 0) ledger.savedTokens += Math.round((refused * tokens) / answers);
  if (priced > 0) ledger.savedMicroUsd += Math.round((refused * microUsd) / priced);
}

/** The subagents that a conversation of a session started, and those that they started. */
export function familyOf(
  { sessions }: Pick<SpendLedger, 'sessions'>,
  sessionId: string,
  thread: string,
): readonly string[] {
  const { threads = [] } = sessions.find(({ id }) => id === sessionId) ?? {};
  const family = new Set([thread]);
  for (const member of family) {
    for (const { id, parent } of threads) if (parent === member) family.add(id);
  }
  return [...family].slice(1);
}
