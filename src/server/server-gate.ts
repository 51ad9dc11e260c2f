/**
 * The gate of a running server, as adapters ask it.
 *
 * Whatever is not exactly the answer that was asked for is thrown, and then the guardrails refuse: without the gate
 * nothing is let through.
 */
import { parseJson } from '../base/json-text.ts';
import { fieldsOf, isObject, listOf, type JsonObject } from '../base/json-values.ts';
import { present } from '../base/present.ts';
import { TripwireError, type GateRefusal, type HoldView } from '../core/index.ts';
import type {
  ApprovalGate,
  SaveAsked,
  SteeredAgent,
  ToolAsked,
  ToolGate,
  ToolSeen,
} from '../guardrails/index.ts';
import { ASK_BYTES_MAX, askPath, type Answered, type GateAsk } from './gate-wire.ts';

/** Where the server is, and how an agent shows who it is. */
export interface ServerGateOptions {
  /** Of its data plane, as `tripwire up` prints it. */
  readonly url: string;
  /** An agent key, where the server wants one. */
  readonly key?: string;
  /** How the server's approval rules call whoever asks; `adapter` when it is not given. */
  readonly door?: 'adapter' | 'mcp';
  /** How long a call waits for a person's yes; until the question lapses when it is not given. */
  readonly approvalWaitMs?: number;
}

type Listener = Parameters<ApprovalGate['onEvent']>[0];

const TIMEOUT_MS = 6_000;
/** One question waits this long for a person; then it is asked again. */
const WAIT_MS = 4_000;
const TOLD_CHARS_MAX = 300;
/** What is left of a result that is too long to be sent whole. */
const RESULT_CHARS_MAX = 256 * 1_024;

/** A gate that is asked over HTTP. */
export class ServerGate implements ToolGate, ApprovalGate {
  readonly #url: string;
  readonly #key: string | null;
  readonly #door: 'adapter' | 'mcp';
  readonly #approvalWaitMs: number;
  readonly #listeners = new Set<Listener>();
  /** Up to where each agent's answers were told. */
  readonly #cursors = new Map<string, number>();

  constructor({ url, key, door = 'adapter', approvalWaitMs = Infinity }: ServerGateOptions) {
    const found = URL.parse(url);
    if (found === null || !['http:', 'https:'].includes(found.protocol)) {
      const words = `url must begin with http:// or https://, not ${JSON.stringify(url)}`;
      throw new TripwireError('GUARDRAIL_INVALID', `gate: ${words}`, 'url');
    }
    this.#url = url.replace(/\/+$/, '');
    this.#key = key ?? null;
    this.#door = door;
    this.#approvalWaitMs = approvalWaitMs;
  }

  async standing(agent: string, session?: string, thread?: string): Promise<GateRefusal | null> {
    return this.#refusalIn(
      await this.#ask(agent, { ask: 'standing', ...present({ session, thread }) }),
    );
  }

  async tool({ agent, ...seen }: ToolSeen): Promise<GateRefusal | null> {
    const ask: GateAsk = { ask: 'tool', ...seen, result: clipped(seen.result) };
    return this.#refusalIn(await this.#ask(agent, ask));
  }

  async save({ agent, ...asked }: SaveAsked): Promise<GateRefusal | null> {
    return this.#refusalIn(await this.#ask(agent, { ask: 'save', ...asked }));
  }

  async steer({ agent, session, thread }: SteeredAgent): Promise<string | null> {
    const { steer } = await this.#ask(agent, { ask: 'steer', session, ...present({ thread }) });
    return typeof steer === 'string' ? steer : null;
  }

  async approve({ agent, ...asked }: ToolAsked): Promise<string | null> {
    const until = performance.now() + this.#approvalWaitMs;
    for (;;) {
      const waitMs = Math.min(WAIT_MS, Math.max(until - performance.now(), 0));
      const ask: GateAsk = { ask: 'approve', door: this.#door, waitMs, ...asked };
      const { approval } = await this.#ask(agent, ask);
      if (approval === null) return null;
      const { words, isOpen } = fieldsOf(approval);
      if (typeof words !== 'string' || typeof isOpen !== 'boolean') throw this.#noTripwire();
      if (!isOpen || performance.now() >= until) return words;
    }
  }

  async holds(agent: string, session: string): Promise<readonly HoldView[]> {
    const after = this.#cursors.get(agent) ?? null;
    const reply = this.#heard(agent, await this.#ask(agent, { ask: 'holds', session, after }));
    if (!Array.isArray(reply['holds'])) throw this.#noTripwire();
    return listOf(reply['holds']) as readonly HoldView[];
  }

  /** Asks a question of the adapter's own, or withdraws it. A server takes nothing else from an adapter. */
  async signal(raised: Parameters<ApprovalGate['signal']>[0]): Promise<void> {
    const { agent, session, hold, change, details, target } = raised;
    if (hold !== 'approval' || session === undefined || target === undefined) {
      throw new Error('an adapter raises nothing but approvals of its own sessions on a server');
    }
    // What was answered before the question was asked is no answer to it.
    if (!this.#cursors.has(agent)) await this.holds(agent, session);
    const after = this.#cursors.get(agent) ?? null;
    const ask: GateAsk = { ask: 'signal', session, change, target, details, after };
    this.#heard(agent, await this.#ask(agent, ask));
  }

  /** A policy in shadow would have denied a call of an agent. */
  async would(agent: string, session: string, policy: string, why: string): Promise<void> {
    await this.#ask(agent, { ask: 'would', session, policy, why });
  }

  /** Listeners hear with each answer of the server what people answered meanwhile. */
  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #heard(agent: string, reply: JsonObject): JsonObject {
    const { events, cursor } = reply;
    if (!Array.isArray(events) || typeof cursor !== 'number') throw this.#noTripwire();
    this.#cursors.set(agent, Math.max(cursor, this.#cursors.get(agent) ?? 0));
    for (const event of listOf(events) as readonly Answered[]) {
      for (const listener of this.#listeners) listener(event);
    }
    return reply;
  }

  async #ask(agent: string, ask: GateAsk): Promise<JsonObject> {
    const body = Buffer.from(JSON.stringify(ask));
    if (body.length > ASK_BYTES_MAX) {
      throw new Error(`the arguments are larger than ${ASK_BYTES_MAX} bytes`);
    }
    const answer = await fetch(`${this.#url}${askPath(agent)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#key === null ? {} : { authorization: `Bearer ${this.#key}` }),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    if (answer.status !== 200) {
      const words = text.slice(0, TOLD_CHARS_MAX);
      throw new Error(`the Tripwire at ${this.#url} answered ${answer.status}: ${words}`);
    }
    const reply = fieldsOf(parseJson(text));
    const { problem } = reply;
    if (typeof problem === 'string') throw new Error(`the Tripwire at ${this.#url}: ${problem}`);
    return reply;
  }

  #refusalIn({ refusal }: JsonObject): GateRefusal | null {
    if (refusal === null) return null;
    if (isObject(refusal) && 'kind' in refusal && 'reason' in refusal) {
      return refusal as unknown as GateRefusal;
    }
    throw this.#noTripwire();
  }

  #noTripwire(): Error {
    return new Error(`what answers at ${this.#url} is not a Tripwire that supports adapters`);
  }
}

function clipped(text: string): string {
  if (text.length <= RESULT_CHARS_MAX) return text;
  const half = RESULT_CHARS_MAX / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}
