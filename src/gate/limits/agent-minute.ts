/**
 * What an agent spent in the last 60 s over all its sessions, held against the limits that a person set for it.
 *
 * The core's minute belongs to a session, and a session's name is the client's: one that takes a new name for each call
 * would never meet a limit. The constitution is made for sessions and stays so; a limit that somebody set for an agent is
 * meant for the agent.
 *
 * A minute is a function of the agent's records alone: a tool call counts from the record that lets it run, before the
 * answer that it belongs to has ended, and after a restart the records of the last minute are read again.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import type { AgentRecord, AgentState } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';

/** A limit that a call would break: its code, and the numbers in words. */
export interface MinuteProblem {
  readonly code: 'TOKEN_BUDGET_EXCEEDED' | 'RATE_LIMIT_EXCEEDED';
  readonly why: string;
}

/** Tokens and tool calls. */
interface Spent {
  readonly tokens: number;
  readonly toolCalls: number;
}

/** What is asked for. Tools ask for their call: `toolCalls` are all of its answer so far. */
export interface Asked extends Spent {
  readonly call?: string;
}

const SECONDS = 60;
const SECOND_MS = 1_000;
const AGENTS_MAX = 4_096;
/** How far back records count. */
export const MINUTE_MS = SECONDS * SECOND_MS;

/** The minutes of all agents that have limits of their own. */
export class AgentMinutes {
  readonly #minutes = new BoundedMap<string, Minute>(AGENTS_MAX);

  /** A record of an agent was judged, at this time. */
  note(agent: string, record: AgentRecord, { safety }: RecordedDecision, at: number): void {
    const spent = spentBy(record, safety.allowed);
    if (spent === null) return;
    const minute = this.#minutes.get(agent) ?? new Minute();
    this.#minutes.set(agent, minute);
    const settles = 'settles' in record ? record.settles : undefined;
    if (settles !== undefined) {
      const toolCalls = record.type === 'event' ? settles.toolCalls : 0;
      minute.add(settles.timestamp, { tokens: -settles.tokenCount, toolCalls: -toolCalls });
    }
    const call = 'call' in record ? record.call : undefined;
    // Each record tells all tool calls of its answer so far, so it takes the place of the one before.
    if (call !== undefined && record.type !== 'result') minute.takeBack(call);
    minute.add(at, spent);
    if (call !== undefined && record.type === 'admit') minute.reserve(call, at, spent.toolCalls);
  }

  /** Nothing is known of an agent's minute any more: its records are to be noted again. */
  forget(agent: string): void {
    this.#minutes.delete(agent);
  }

  /** Why a call does not fit into its agent's own limits now; null when it does. */
  problem(
    agent: string,
    envelope: AgentState['envelope'],
    asked: Asked,
    now: number,
  ): MinuteProblem | null {
    const { maxTokensPerMinute, maxToolCallsPerMinute } = envelope;
    if (maxTokensPerMinute === null && maxToolCallsPerMinute === null) return null;
    const spent = this.#minutes.get(agent)?.sum(now, asked.call) ?? { tokens: 0, toolCalls: 0 };
    const over = (what: keyof Spent, limit: number | null, name: string) =>
      // What is larger than the whole limit passes alone, or it never would.
      limit !== null && spent[what] > 0 && spent[what] + asked[what] > limit
        ? `${spent[what]} ${name} in the last 60 s over all sessions and ${asked[what]} for this call; the agent's limit is ${limit}`
        : null;
    const tokens = over('tokens', maxTokensPerMinute, 'tokens');
    if (tokens !== null) return { code: 'TOKEN_BUDGET_EXCEEDED', why: tokens };
    const calls = over('toolCalls', maxToolCallsPerMinute, 'tool calls');
    return calls === null ? null : { code: 'RATE_LIMIT_EXCEEDED', why: calls };
  }

  /** When a call fits if nothing else is spent meanwhile; `latest` when not before that. */
  fitsAt(
    agent: string,
    envelope: AgentState['envelope'],
    asked: Asked,
    now: number,
    latest: number,
  ): number {
    const end = Math.min(latest, now + MINUTE_MS + SECOND_MS);
    for (let at = now + SECOND_MS; at < end; at += SECOND_MS) {
      if (this.problem(agent, envelope, asked, at) === null) return at;
    }
    return end;
  }
}

/** What a record counts as spent; null for one that counts nothing. */
function spentBy(record: AgentRecord, isAllowed: boolean): Spent | null {
  switch (record.type) {
    case 'admit': {
      if (!isAllowed) return null;
      const { tokenCount, toolCalls } = record.estimate;
      // Tools that run inside a call ask without a reservation of tokens.
      return { tokens: record.reserve === false ? 0 : tokenCount, toolCalls };
    }
    case 'event':
      return { tokens: record.event.tokenCount, toolCalls: record.event.toolCalls };
    case 'result':
      // Without a settlement the event told its tokens.
      return record.settles === undefined
        ? null
        : { tokens: record.result.tokensUsed, toolCalls: 0 };
    default:
      return null;
  }
}

/** The last 60 s, by the second. */
class Minute {
  readonly #tokens = new Map<number, number>();
  readonly #toolCalls = new Map<number, number>();
  /** Tool calls that were let run in a call whose answer has not ended. */
  readonly #running = new Map<string, { readonly atMs: number; readonly toolCalls: number }>();

  /** So many tools of a call were let run, all in all. */
  reserve(call: string, atMs: number, toolCalls: number): void {
    if (toolCalls === 0) return;
    for (const [name, one] of this.#running) {
      if (one.atMs <= atMs - MINUTE_MS) this.#running.delete(name);
    }
    this.#running.set(call, { atMs, toolCalls });
  }

  /** Takes out what was reserved for a call. */
  takeBack(call: string): void {
    const reserved = this.#running.get(call);
    if (reserved === undefined) return;
    this.add(reserved.atMs, { tokens: 0, toolCalls: -reserved.toolCalls });
    this.#running.delete(call);
  }

  add(atMs: number, { tokens, toolCalls }: Spent): void {
    const second = Math.floor(atMs / SECOND_MS);
    if (tokens !== 0) addTo(this.#tokens, second, tokens);
    if (toolCalls !== 0) addTo(this.#toolCalls, second, toolCalls);
  }

  /** What was spent, without what is reserved for a call that asks for more. */
  sum(nowMs: number, call: string | undefined): Spent {
    const second = Math.floor(nowMs / SECOND_MS);
    const own = call === undefined ? undefined : this.#running.get(call);
    const isSeen = own !== undefined && Math.floor(own.atMs / SECOND_MS) > second - SECONDS;
    const toolCalls = seen(this.#toolCalls, second) - (isSeen ? own.toolCalls : 0);
    return { tokens: seen(this.#tokens, second), toolCalls: Math.max(0, toolCalls) };
  }
}

function addTo(sums: Map<number, number>, second: number, amount: number): void {
  sums.set(second, Math.max(0, (sums.get(second) ?? 0) + amount));
  if (sums.size > 2 * SECONDS) forget(sums, second);
}

function forget(sums: Map<number, number>, now: number): void {
  for (const second of sums.keys()) if (second <= now - SECONDS) sums.delete(second);
}

function seen(sums: ReadonlyMap<number, number>, now: number): number {
  let sum = 0;
  for (const [second, amount] of sums) if (second > now - SECONDS) sum += amount;
  return sum;
}
