/**
 * The last calls of all agents, put together from their records, newest last: bounded, so that a search is quick.
 */
import { costOfResult, endOf, type AdmitRecord, type ResultRecord } from '../../core/index.ts';
import type { RecordEntry } from '../../journal/index.ts';
import { isRefused } from './spend-ledger.ts';

/** A call of a model; filled in as its records come. */
export interface RecentCall {
  readonly agent: string;
  /** The row of the journal in which it asked. */
  readonly seq: number;
  readonly at: number;
  readonly session: string | null;
  readonly thread: string | null;
  /** The conversation that started this one; null for a session's own. */
  readonly parent: string | null;
  model: string | null;
  readonly provider: string | null;
  readonly tool: string | null;
  readonly requests: number;
  tokens: number;
  microUsd: number | null;
  tookMs: number | null;
  verdict: 'allowed' | 'waited' | 'refused' | 'failed' | 'open' | 'waiting';
  code: string | null;
  reason: string;
}

const CALLS_MAX = 20_000;
/** So many are let go at once, so that a long list is not moved with each call. */
const CALLS_SLACK = 2_000;

/** The calls of a server. */
export class RecentCalls {
  #calls: RecentCall[] = [];
  /** Those without an answer, by agent and call. */
  readonly #open = new Map<string, RecentCall>();

  /** The oldest first. */
  get all(): readonly RecentCall[] {
    return this.#calls;
  }

  /** Takes a record in; returns the call that it ended, if it ended one. */
  take(agent: string, entry: RecordEntry, at: number): RecentCall | null {
    const { record } = entry;
    if (record.type === 'admit' && record.purpose !== 'tool') this.#asked(agent, record, entry, at);
    const end = endOf(record);
    return end === null ? null : this.#answered(agent, end);
  }

  /** Calls that were read behind newer ones are put where they belong. */
  settle(): void {
    this.#calls.sort((one, other) => one.at - other.at);
    this.#trim(0);
  }

  #asked(agent: string, record: AdmitRecord, { decision, seq }: RecordEntry, at: number): void {
    const { call, session = null, thread = null, repeats } = record;
    const key = `${agent}\n${call ?? seq}`;
    const { allowed, vetoReason, reason } = decision.safety;
    const known = this.#open.get(key);
    if (known !== undefined) {
      if (allowed) known.verdict = 'waited';
      return;
    }
    const held = decision.holds.find(({ scope }) => scope === 'all');
    const isFinal = !allowed && isRefused(record, decision);
    const digest = record.observed?.digests?.findLast((one) => one.kind === 'tool');
    const made: RecentCall = {
      agent,
      seq,
      at,
      session,
      thread,
      parent: record.parent ?? null,
      model: record.model ?? null,
      provider: record.provider ?? null,
      tool: digest?.kind === 'tool' ? digest.step.tool : null,
      requests: Math.max(1, repeats ?? 1),
      tokens: 0,
      microUsd: null,
      tookMs: null,
      verdict: allowed ? 'open' : isFinal ? 'refused' : 'waiting',
      code: allowed ? null : (decision.budget?.code ?? held?.hold ?? vetoReason ?? null),
      reason,
    };
    this.#calls.push(made);
    if (!isFinal) this.#open.set(key, made);
    this.#trim(CALLS_SLACK);
  }

  #answered(agent: string, record: ResultRecord): RecentCall | null {
    const key = `${agent}\n${record.call ?? ''}`;
    const call = this.#open.get(key);
    if (call === undefined) return null;
    this.#open.delete(key);
    const { status, tokensUsed, latencyMs } = record.result;
    const wasHeld = call.verdict === 'waited' || call.verdict === 'waiting';
    call.tokens = tokensUsed;
    call.microUsd = costOfResult(record);
    call.tookMs = latencyMs;
    call.model = record.model ?? call.model;
    call.verdict = status === 'FAILED' ? 'failed' : wasHeld ? 'waited' : 'allowed';
    return call;
  }

  #trim(slack: number): void {
    if (this.#calls.length <= CALLS_MAX + slack) return;
    const gone = new Set(this.#calls.slice(0, this.#calls.length - CALLS_MAX));
    this.#calls = this.#calls.slice(-CALLS_MAX);
    for (const [key, call] of this.#open) if (gone.has(call)) this.#open.delete(key);
  }
}
