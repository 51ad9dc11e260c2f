/**
 * The gate of a running server, as adapters ask it.
 *
 * Whatever is not exactly the answer that was asked for is thrown, and then the guardrails refuse: without the gate
 * nothing is let through.
 */
import { parseJson } from '../base/json-text.ts';
import { fieldsOf, isObject } from '../base/json-values.ts';
import { present } from '../base/present.ts';
import { TripwireError, type GateRefusal } from '../core/index.ts';
import type { ToolGate, ToolSeen } from '../guardrails/index.ts';
import { ASK_BYTES_MAX, askPath, type GateAsk } from './gate-wire.ts';

/** Where the server is, and how an agent shows who it is. */
export interface ServerGateOptions {
  /** Of its data plane, as `tripwire up` prints it. */
  readonly url: string;
  /** An agent key, where the server wants one. */
  readonly key?: string;
}

const TIMEOUT_MS = 6_000;
const TOLD_CHARS_MAX = 300;
/** What is left of a result that is too long to be sent whole. */
const RESULT_CHARS_MAX = 256 * 1_024;

/** A gate that is asked over HTTP. */
export class ServerGate implements ToolGate {
  readonly #url: string;
  readonly #key: string | null;

  constructor({ url, key }: ServerGateOptions) {
    const found = URL.parse(url);
    if (found === null || !['http:', 'https:'].includes(found.protocol)) {
      const words = `url must begin with http:// or https://, not ${JSON.stringify(url)}`;
      throw new TripwireError('GUARDRAIL_INVALID', `gate: ${words}`, 'url');
    }
    this.#url = url.replace(/\/+$/, '');
    this.#key = key ?? null;
  }

  standing(agent: string, session?: string, thread?: string): Promise<GateRefusal | null> {
    return this.#ask(agent, {
      ask: 'standing',
      ...present({ session, thread }),
    });
  }

  tool({ agent, ...seen }: ToolSeen): Promise<GateRefusal | null> {
    return this.#ask(agent, { ask: 'tool', ...seen, result: clipped(seen.result) });
  }

  async #ask(agent: string, ask: GateAsk): Promise<GateRefusal | null> {
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
    if (answer.status === 200) return refusalIn(text, this.#url);
    const words = text.slice(0, TOLD_CHARS_MAX);
    throw new Error(`the Tripwire at ${this.#url} answered ${answer.status}: ${words}`);
  }
}

function refusalIn(text: string, url: string): GateRefusal | null {
  const { problem, refusal } = fieldsOf(parseJson(text));
  if (typeof problem === 'string') throw new Error(`the Tripwire at ${url}: ${problem}`);
  if (refusal === null) return null;
  if (isObject(refusal) && 'kind' in refusal && 'reason' in refusal) {
    return refusal as unknown as GateRefusal;
  }
  throw new Error(`what answers at ${url} is no Tripwire that knows adapters`);
}

function clipped(text: string): string {
  if (text.length <= RESULT_CHARS_MAX) return text;
  const half = RESULT_CHARS_MAX / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}
