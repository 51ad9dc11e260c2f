/**
 * Limits of subagents in sessions that only hooks see. A call of the tool that starts a subagent stands for the subagent: it
 * is at work from the moment in which the call may run until the call is back.
 *
 * Hooks don't say which subagent a call became, so neither what it spends nor its depth is known: whoever asks as a
 * subagent is taken to be one level below the session, and what it starts to be one level deeper. A subagent that works
 * beside the conversation counts until the client says that one ended, or until nothing was heard of it for a while. Where
 * the gate sees the model calls of a session, the client's headers tell more, and this does nothing.
 */
import { hash } from 'node:crypto';
import { BoundedMap } from '../../base/bounded-map.ts';
import { MAIN } from '../../base/main-name.ts';
import { ownMember } from '../../base/own-member.ts';
import type { AdmitRecord, GateRefusal } from '../../core/index.ts';
import { digestEvent, type EventDigest } from '../../detect/index.ts';
import { startsBeside } from '../../detect/score/starts-beside.ts';
import type { AgentChain } from '../chain/agent-chain.ts';
import type { Recorder } from '../recorder.ts';
import { budgetRefusal, whomOf } from '../refusal-words.ts';
import type { Refusals } from '../refusals.ts';
import type { Standing } from '../standing.ts';
import type { ToolSeen } from '../tool-sightings.ts';

type StepDigest = Extract<EventDigest, { kind: 'tool' }>['step'];

/** A tool call of a session, before its result or without it. */
export type SubagentCall = Pick<
  ToolSeen,
  'agent' | 'session' | 'thread' | 'callId' | 'tool' | 'args'
>;

const ID_DIGITS = 12;
const SESSIONS_MAX = 1_024;
const BESIDE_MAX = 64;

/** Lets subagents begin, and hears of their end. */
export class HookSubagents {
  readonly #recorder: Recorder;
  readonly #standing: Pick<Standing, 'isSeen'>;
  readonly #refusals: Refusals;
  /** By session: subagents at work beside the conversation, the oldest first. */
  readonly #beside = new BoundedMap<string, readonly string[]>(SESSIONS_MAX);

  constructor(recorder: Recorder, standing: Pick<Standing, 'isSeen'>, refusals: Refusals) {
    this.#recorder = recorder;
    this.#standing = standing;
    this.#refusals = refusals;
  }

  /** What keeps a call from starting another subagent; null where it may, or starts none. */
  async begins(call: SubagentCall): Promise<GateRefusal | null> {
    const chain = await this.#limited(call);
    if (chain === null || digestOf(call, '').nature !== 'spawn') return null;
    const record = this.#beginning(chain, call);
    const { budget, safety } = chain.peek(record);
    if (budget?.code !== 'SUBAGENT_LIMIT') {
      await this.#recorder.record(chain, record).acknowledged;
      return null;
    }
    const { agent, session } = call;
    const refusal = budgetRefusal(whomOf(chain, session), budget, safety.reason);
    const { thread, parent = MAIN } = record;
    const ask = { agent, session, thread: thread ?? MAIN, parent, estimateTokens: 0, waitMs: 0 };
    this.#refusals.count(chain, { ...ask, purpose: 'tool' }, refusal);
    return refusal;
  }

  /** A call is back: the subagent has finished, unless the result is only its name. */
  async ended(call: SubagentCall, result: string): Promise<void> {
    const chain = await this.#limited(call);
    if (chain === null) return;
    const digest = digestOf(call, result);
    const thread = threadOf(call);
    const threads = ownMember(chain.latest.sessions, call.session)?.threads ?? {};
    const isKnown = ownMember(threads, thread)?.subagent !== undefined;
    if (digest.nature !== 'spawn' || !isKnown) return;
    const { agent, session } = call;
    if (startsBeside(digest)) {
      const key = JSON.stringify([agent, session]);
      const others = this.#beside.get(key) ?? [];
      this.#beside.put(key, [...others, thread].slice(-BESIDE_MAX));
    } else await this.#finished(chain, session, thread);
  }

  /** A client says that a subagent ended, and not which call began it: of those beside the conversation the oldest did. */
  async stopped(agent: string, session: string): Promise<void> {
    const key = JSON.stringify([agent, session]);
    const [oldest, ...others] = this.#beside.get(key) ?? [];
    if (oldest === undefined) return;
    this.#beside.put(key, others);
    const entered = await this.#recorder.enter(agent);
    if (entered.kind === 'entered') await this.#finished(entered.chain, session, oldest);
  }

  async #finished(chain: AgentChain, session: string, thread: string): Promise<void> {
    const { agent } = chain;
    const timestamp = this.#recorder.clock.now();
    const event = { timestamp, tokenCount: 0, toolCalls: 0, latencyMs: 0, outputLength: 0 };
    await this.#recorder.record(chain, { type: 'event', agent, session, thread, event })
      .acknowledged;
  }

  /** The agent's chain, where a person set limits and hooks alone see the session. */
  async #limited({ agent, session }: SubagentCall): Promise<AgentChain | null> {
    const entered = await this.#recorder.enter(agent);
    if (entered.kind === 'refused' || this.#standing.isSeen(session)) return null;
    return entered.chain.latest.envelope.subagents === undefined ? null : entered.chain;
  }

  #beginning({ latest }: AgentChain, call: SubagentCall): AdmitRecord {
    const { agent, session, thread } = call;
    return {
      type: 'admit',
      agent,
      session,
      thread: threadOf(call),
      parent: thread === undefined ? MAIN : aboveOf(ownMember(latest.sessions, session)?.threads),
      purpose: 'tool',
      timestamp: this.#recorder.clock.now(),
      estimate: { tokenCount: 0, toolCalls: 0 },
    };
  }
}

/** A subagent of the first level, in whose place whoever asks as a subagent stands; the session's own where none is known. */
function aboveOf(threads: Readonly<Record<string, { readonly subagent?: unknown }>> = {}): string {
  const [first] = Object.entries(threads).filter(([, { subagent }]) => subagent !== undefined);
  return first?.[0] ?? MAIN;
}

/** The same when the call asks and when it is back. */
function threadOf({ callId, tool, args }: SubagentCall): string {
  const name = callId ?? JSON.stringify([tool, args]);
  return `started-${hash('sha256', name, 'hex').slice(0, ID_DIGITS)}`;
}

function digestOf({ tool, args }: SubagentCall, result: string): StepDigest {
  const digest = digestEvent({ kind: 'tool', tool, args, result });
  if (digest.kind !== 'tool') throw new Error('a tool call has the digest of one');
  return digest.step;
}
