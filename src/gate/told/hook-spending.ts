/**
 * What sessions spend whose model calls pass nowhere here: hooks tell it from the client's transcript, after the fact. It is
 * counted like any other spending, and a budget that is spent refuses the session's next tool or prompt.
 *
 * A session whose model calls were seen here is counted by these alone. Tools judge nothing of it: it is money and tokens.
 */
import { hash } from 'node:crypto';
import { BoundedMap } from '../../base/bounded-map.ts';
import { present } from '../../base/present.ts';
import {
  recordedCost,
  recordedModel,
  type AdmitRecord,
  type AgentState,
  type GateRefusal,
  type ResultRecord,
} from '../../core/index.ts';
import { isBudgetPause } from '../../core/spending/index.ts';
import type { AgentChain } from '../chain/agent-chain.ts';
import type { Recorder } from '../recorder.ts';
import { budgetRefusal, whomOf } from '../refusal-words.ts';
import type { Refusals } from '../refusals.ts';
import type { Standing } from '../standing.ts';

/** An answer of a model that a hook told of. */
export interface ToldCall {
  /** The same for the same answer of a session. */
  readonly id: string;
  readonly model?: string;
  readonly tokens: number;
  readonly cachedTokens: number;
  /** In millionths of a dollar; absent when no price is known. */
  readonly costMicroUsd?: number;
}

/** Whose it is. */
export interface ToldPlace {
  readonly agent: string;
  readonly session: string;
  readonly thread?: string;
  /** The client's requests name no session, so those that pass here may be of this one. */
  readonly isUnnamed?: boolean;
}

const CALLS_KNOWN_MAX = 10_000;
const ID_DIGITS = 12;
const TOKENS_MAX = 9_999_999;

/** Counts it, and says when a budget is spent. */
export class HookSpending {
  readonly #recorder: Recorder;
  readonly #standing: Standing;
  readonly #refusals: Refusals;
  /** Two hooks that run side by side tell the same. */
  readonly #known = new BoundedMap<string, true>(CALLS_KNOWN_MAX);

  constructor(recorder: Recorder, standing: Standing, refusals: Refusals) {
    this.#recorder = recorder;
    this.#standing = standing;
    this.#refusals = refusals;
  }

  /** Records what is new of it; durable when this resolves. */
  async take(
    chain: AgentChain,
    { agent, session, isUnnamed = false }: ToldPlace,
    calls: readonly ToldCall[],
  ): Promise<void> {
    if (this.#standing.isSeen(session)) return;
    if (isUnnamed && this.#standing.asksUnnamed(agent)) return;
    const written: Promise<unknown>[] = [];
    for (const call of calls) {
      const key = JSON.stringify([agent, session, call.id]);
      if (this.#known.has(key)) continue;
      this.#known.set(key, true);
      for (const record of this.#recordsOf(chain, session, call)) {
        written.push(this.#recorder.record(chain, record, { patient: true }).acknowledged);
      }
    }
    await Promise.all(written);
  }

  /** The budget that has no room for another model call of this session; null where there is room. */
  async problem(chain: AgentChain, place: ToldPlace): Promise<GateRefusal | null> {
    const { agent, session, thread } = place;
    const { envelope } = chain.latest;
    if (envelope.budgets === undefined || this.#standing.isSeen(session)) return null;
    const record = this.#nextCall(place);
    const { budget, holds, safety } = chain.peek(record, strict(chain.latest));
    if (budget === undefined) return null;
    if (holds.some(isBudgetPause)) {
      await this.#recorder.record(chain, record).acknowledged;
      return this.#standing.refusalFor(chain, { agent, session, thread: thread ?? null });
    }
    const refusal = budgetRefusal(whomOf(chain, session), budget, safety.reason);
    const ask = { agent, session, ...present({ thread }), estimateTokens: 0, waitMs: 0 };
    this.#refusals.count(chain, { ...ask, purpose: 'step' }, refusal);
    return refusal;
  }

  #nextCall({ agent, session, thread }: ToldPlace): AdmitRecord {
    return {
      agent,
      estimate: { tokenCount: 0, toolCalls: 0 },
      purpose: 'step',
      session,
      ...present({ thread }),
      timestamp: this.#recorder.clock.now(),
      type: 'admit',
    };
  }

  /** Where a stop or a budget stands the call itself is not written down: that would read as one that was refused. */
  #recordsOf(
    chain: AgentChain,
    session: string,
    { id, tokens, cachedTokens, ...told }: ToldCall,
  ): readonly (AdmitRecord | ResultRecord)[] {
    const { agent } = chain;
    const call = hash('sha256', JSON.stringify([session, id]), 'hex').slice(0, ID_DIGITS);
    const timestamp = this.#recorder.clock.now();
    const asked = { ...this.#nextCall({ agent, session }), call, ...recordedModel(told) };
    const tokensUsed = Math.min(tokens, TOKENS_MAX);
    const result: ResultRecord = {
      agent,
      cachedTokens: Math.min(cachedTokens, TOKENS_MAX),
      call,
      ...recordedCost(told),
      ...recordedModel(told),
      result: { executed: true, latencyMs: 0, status: 'SUCCESS', tokensUsed },
      session,
      settles: { timestamp, tokenCount: 0, toolCalls: 0 },
      timestamp,
      type: 'result',
    };
    return chain.peek(asked).safety.allowed ? [asked, result] : [result];
  }
}

/** Without the grace for saving: it begins with a call that is recorded, and hooks tell of none before it is made. */
function strict(state: AgentState): AgentState {
  const { windDown: _, ...envelope } = state.envelope;
  return { ...state, envelope };
}
