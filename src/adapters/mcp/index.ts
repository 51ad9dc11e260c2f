/**
 * A gate between any client and any server of the Model Context Protocol.
 *
 * It stands between two transports and passes every message on but tool calls: those are judged first, and what is
 * denied never reaches the server. It speaks the protocol's frame itself, so it needs no SDK, works with the
 * transports of the SDK as they are, and does not care which version client and server agree on.
 */
import { fieldsOf, isObject } from '../../base/json-values.ts';
import { withDeadline } from '../../base/node/deadline.ts';
import { remedyForModel } from '../../core/holds/remedy.ts';
import type { OpenToolCall } from '../../guardrails/index.ts';
import { declareCapabilities } from '../capabilities.ts';
import { GuardedSession, modelText, type GuardOptions } from '../guarded-session.ts';
import { frameProblem, isHarmless, isTwoThings, readable, rebuilt } from './frame.ts';
import {
  CALL_METHOD,
  INVALID_PARAMS,
  INVALID_REQUEST,
  answerAfter,
  callIn,
  endIn,
  keyOf,
  refusalResult,
  type McpCall,
  type McpMessage,
} from './messages.ts';
import { Turns } from './turns.ts';

export type { GuardOptions } from '../guarded-session.ts';

const NOT_SEEN = 'An MCP server sees only its client’s tool calls';

/** What it can do. */
export const capabilities = declareCapabilities({
  adapter: 'mcp',
  sdk: '@modelcontextprotocol/sdk 1.32.2',
  cannot: {
    taskCompletion: `${NOT_SEEN}, not that the agent wants to stop.`,
    stopEndsRun: `${NOT_SEEN} and can’t end the agent. After a stop every call is refused.`,
    stopForbidsStart: `${NOT_SEEN}, not its model calls.`,
    countsTokens: `${NOT_SEEN}, not what its model calls cost.`,
  },
  notes: [
    'Policies know tools by the server’s names for them, without the prefix that a client adds.',
    'Resources, prompts and other requests pass until a stop; only tools are judged.',
    'A call that the server runs as a task counts as ended once the server has accepted it: its result isn’t judged, and a stop doesn’t cancel it.',
    'JSON-RPC batches from a client are refused, and so are messages that two parsers could read differently.',
    'A stop cancels calls in progress; whether the server then ends them is up to the server.',
    'Simultaneous calls are judged in the order in which they arrive, and so are their results. A call that waits for a person lets others go first after 3 s.',
  ],
});

/** A transport, as in the SDK. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: McpMessage): Promise<void>;
  close(): Promise<void>;
  onmessage?: Listener | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

// Written as a method: transports of the SDK name a narrower message.
type Listener = { take(message: unknown): void }['take'];

/** What stands on its two sides, and the guardrails. */
export interface McpGateOptions extends GuardOptions {
  /** Where the client's messages come in. */
  readonly client: McpTransport;
  /** Where the server is. */
  readonly server: McpTransport;
  /** How often it is asked whether the agent was stopped while tools run; 1,000 when it is not given. */
  readonly lookEveryMs?: number;
}

/** A gate that stands. */
export interface McpGate {
  /** When one of the sides has gone; the other is closed then. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Puts a gate between a client and a server, and starts both transports. */
export async function gateMcp(options: McpGateOptions): Promise<McpGate> {
  const { client, server, lookEveryMs = 1_000, ...guard } = options;
  const relay = new Relay(new GuardedSession('mcp', guard), { client, server, lookEveryMs });
  await relay.start();
  return relay;
}

/** A tool call under way, from being judged until the server has answered. */
interface UnderWay {
  isCancelled: boolean;
  open: OpenToolCall | null;
}

const USED_ID = 'something of this id is under way; every request needs an id of its own';

/** How long calls that are being judged may keep a connection from closing. */
const DRAIN_MS = 10_000;

class Relay implements McpGate {
  readonly closed: Promise<void>;
  readonly #guarded: GuardedSession;
  readonly #client: McpTransport;
  readonly #server: McpTransport;
  readonly #lookEveryMs: number;
  /** By the client's id. */
  readonly #calls = new Map<string, UnderWay>();
  /** Other requests of the client that the server has not answered: an id names one thing at a time. */
  readonly #others = new Set<string>();
  /** Calls that were given up; what the server still says of them is for nobody. */
  readonly #given = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  readonly #work = new Set<Promise<void>>();
  readonly #judging = new Turns();
  readonly #ending = new Turns();
  readonly #setClosed: () => void;
  #isClosing = false;

  constructor(
    guarded: GuardedSession,
    {
      client,
      server,
      lookEveryMs,
    }: Required<Pick<McpGateOptions, 'client' | 'server' | 'lookEveryMs'>>,
  ) {
    this.#guarded = guarded;
    this.#client = client;
    this.#server = server;
    this.#lookEveryMs = lookEveryMs;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#setClosed = resolve;
  }

  async start(): Promise<void> {
    const onclose = () => void this.close();
    const onmessage = (message: unknown) => this.#fromClient(message);
    Object.assign(this.#client, { onmessage, onclose });
    const onanswer = (message: unknown) => this.#fromServer(message);
    Object.assign(this.#server, { onmessage: onanswer, onclose });
    // The server first: the client's first message must find it there.
    await this.#server.start();
    await this.#client.start();
  }

  /** What the client has asked for by now is still answered, as it would be without a gate. */
  async close(): Promise<void> {
    if (this.#isClosing) return this.closed;
    this.#isClosing = true;
    await this.#drained();
    this.#watch();
    await this.#closed(this.#server, 'server');
    await this.#drained();
    const open = [...this.#calls.values()].flatMap((call) => call.open ?? []);
    this.#calls.clear();
    const failed = 'The connection was closed before the tool answered.';
    await Promise.all(open.map((one) => this.#guarded.endTool(one, { failed })));
    await this.#closed(this.#client, 'client');
    this.#setClosed();
  }

  /** Closes a side. One that cannot be closed keeps the other from nothing, but a person hears of it. */
  async #closed(side: McpTransport, name: string): Promise<void> {
    try {
      await side.close();
    } catch (error) {
      this.#guarded.reportConnection(
        `The connection to the MCP ${name} could not be closed`,
        error,
      );
    }
  }

  async #drained(): Promise<void> {
    await withDeadline(Promise.allSettled(this.#work), DRAIN_MS, () => undefined);
  }

  #fromClient(received: unknown): void {
    if (!isObject(received)) {
      const words = 'only single messages pass here; send them one by one';
      this.#answerError(null, INVALID_REQUEST, words);
      return;
    }
    const message = rebuilt(received);
    const problem = frameProblem(received);
    if (problem !== null) this.#answerError(message.id, INVALID_REQUEST, `refused: ${problem}`);
    else if (message.method === CALL_METHOD) this.#called(message);
    else if (message.method === 'notifications/cancelled') this.#cancelled(message);
    else this.#other(message);
  }

  /** A request that is no tool call, a notification, or an answer to the server. */
  #other(message: McpMessage): void {
    const key = message.method === undefined ? null : keyOf(message.id);
    if (key !== null && this.#isUsed(key)) {
      this.#answerError(message.id, INVALID_REQUEST, USED_ID);
      return;
    }
    if (key !== null) this.#others.add(key);
    if (isHarmless(message.method, key !== null)) this.#pass(this.#server, message);
    else this.#do(this.#judging.take(() => this.#passUnlessHeld(message, key)));
  }

  /** What makes a server work or tells what it has is no tool, and ends with the agent's work all the same. */
  async #passUnlessHeld(message: McpMessage, key: string | null): Promise<void> {
    const refusal = await this.#guarded.heldNow();
    if (refusal === null) {
      this.#pass(this.#server, message);
      return;
    }
    if (key !== null) this.#others.delete(key);
    const words = `refused: ${refusal.reason}. ${remedyForModel(refusal)}`;
    this.#answerError(message.id, INVALID_REQUEST, words);
  }

  #isUsed(key: string): boolean {
    return this.#calls.has(key) || this.#others.has(key) || this.#given.has(key);
  }

  #called(message: McpMessage): void {
    const call = callIn(message);
    const key = keyOf(message.id);
    // Without an id nobody waits for an answer; it goes nowhere all the same.
    if (key === null) return;
    if (typeof call === 'string') {
      this.#answerError(message.id, INVALID_PARAMS, call);
      return;
    }
    if (this.#isUsed(key)) {
      this.#answerError(call.id, INVALID_REQUEST, USED_ID);
      return;
    }
    const underWay: UnderWay = { isCancelled: false, open: null };
    this.#calls.set(key, underWay);
    this.#do(this.#judging.take(() => this.#judge(call, message, key, underWay)));
  }

  async #judge(
    { id, tool, args, callId }: McpCall,
    message: McpMessage,
    key: string,
    underWay: UnderWay,
  ): Promise<void> {
    const begun = await this.#guarded.beginTool({ name: tool }, args, callId);
    if (begun.status === 'denied') {
      this.#calls.delete(key);
      const result = refusalResult(modelText(begun));
      if (!underWay.isCancelled) this.#pass(this.#client, { jsonrpc: '2.0', id, result });
      return;
    }
    if (underWay.isCancelled) {
      this.#calls.delete(key);
      await this.#takenBack(begun);
      return;
    }
    underWay.open = begun;
    this.#pass(this.#server, message);
    this.#watch();
  }

  /** Looks for a stop as long as a tool runs. */
  #watch(): void {
    const isNeeded =
      !this.#isClosing && [...this.#calls.values()].some(({ open }) => open !== null);
    if (isNeeded === (this.#timer !== null)) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = isNeeded ? setTimeout(() => this.#look(), this.#lookEveryMs) : null;
  }

  #look(): void {
    this.#lookForStop().catch((error: unknown) => this.#broke(error));
  }

  async #lookForStop(): Promise<void> {
    const refusal = await this.#guarded.heldNow();
    this.#timer = null;
    if (refusal !== null) await this.#giveUpAll(`${refusal.reason}. ${remedyForModel(refusal)}`);
    this.#watch();
  }

  /** A stop reaches the tools under way: the server is asked to end them, and the client does not wait. */
  async #giveUpAll(reason: string): Promise<void> {
    for (const [key, { open }] of this.#calls) {
      if (open === null) continue;
      this.#calls.delete(key);
      this.#given.add(key);
      const id = JSON.parse(key) as string | number;
      const params = { requestId: id, reason };
      this.#pass(this.#server, { jsonrpc: '2.0', method: 'notifications/cancelled', params });
      await this.#guarded.endTool(open, { failed: reason });
      this.#pass(this.#client, { jsonrpc: '2.0', id, result: refusalResult(reason) });
    }
  }

  /** The client does not want the answer any more; a call that is still being judged never starts. */
  #cancelled(message: McpMessage): void {
    const key = keyOf(fieldsOf(message.params)['requestId']);
    const underWay = key === null ? undefined : this.#calls.get(key);
    if (key === null || underWay === undefined) {
      this.#pass(this.#server, message);
      return;
    }
    underWay.isCancelled = true;
    if (underWay.open === null) return;
    this.#calls.delete(key);
    this.#given.add(key);
    this.#pass(this.#server, message);
    const failed = 'The client took the call back.';
    this.#guarded.endTool(underWay.open, { failed }).catch((error: unknown) => this.#broke(error));
  }

  async #takenBack(open: OpenToolCall): Promise<void> {
    await this.#guarded.endTool(open, { failed: 'The client took the call back.' });
  }

  #fromServer(received: unknown): void {
    // Servers of an older version answer in batches; clients of every version take one by one.
    for (const one of Array.isArray(received) ? (received as unknown[]) : [received]) {
      if (!isObject(one)) {
        this.#guarded.reportConnection('The MCP server sent what is no message', one);
        continue;
      }
      const message = readable(rebuilt(one));
      if (isTwoThings(message)) {
        this.#guarded.reportConnection(
          'The MCP server sent a request that is an answer too',
          message.method,
        );
        continue;
      }
      const key = message.method === undefined ? keyOf(message.id) : null;
      const open = key === null ? null : (this.#calls.get(key)?.open ?? null);
      if (key !== null && this.#given.delete(key)) continue;
      if (key !== null) this.#others.delete(key);
      if (key === null || open === null) this.#pass(this.#client, message);
      else {
        this.#calls.delete(key);
        this.#do(this.#ending.take(() => this.#answered(message, open)));
      }
    }
  }

  async #answered(message: McpMessage, open: OpenToolCall): Promise<void> {
    const outcome = await this.#guarded.endTool(open, endIn(message));
    this.#pass(this.#client, answerAfter(message, outcome));
  }

  #answerError(id: McpMessage['id'], code: number, message: string): void {
    const error = { code, message: `Tripwire: ${message}` };
    this.#pass(this.#client, { jsonrpc: '2.0', id: id ?? null, error });
  }

  #pass(side: McpTransport, message: McpMessage): void {
    this.#do(side.send(message));
  }

  #do(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.#broke(error))
      .finally(() => {
        this.#work.delete(done);
      });
    this.#work.add(done);
  }

  /** A side that takes nothing more has gone. */
  #broke(error: unknown): void {
    if (this.#isClosing) return;
    this.#client.onerror?.(error instanceof Error ? error : new Error(String(error)));
    this.#guarded.reportConnection(
      'The connection between an MCP client and its server broke',
      error,
    );
    void this.close();
  }
}
