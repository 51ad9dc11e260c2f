/**
 * A server of MCP over streamable HTTP, as one side of the gate.
 *
 * The gate hands over messages in order, and over HTTP each is a request of its own that may overtake another. So the
 * next one waits until the server has the one before: the first request until it is answered, a notification until it
 * is accepted, every other request until it is written. A request whose answer does not come is answered with an error.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { McpTransport } from '../../../adapters/mcp/index.ts';
import { parseJson } from '../../../base/json-text.ts';
import { fieldsOf } from '../../../base/json-values.ts';
import { boundedText } from '../../../base/node/bounded-text.ts';
import { MESSAGE_BYTES_MAX } from '../message-size.ts';
import type { HttpAddress } from './address.ts';
import type { StreamReader } from './event-stream.ts';
import { followStream } from './followed-stream.ts';
import { HttpProblem, HttpSession, isTaken, problemIn, typeOf } from './session.ts';

type Message = Parameters<McpTransport['send']>[0];

/** A request that the server has not answered. */
interface Pending {
  readonly message: Message;
  readonly take: (answer: Message) => void;
  /** Aborted when nobody waits for the answer any more. */
  readonly dropped: AbortController;
}

const INITIALIZE = 'initialize';
const INITIALIZED: Message = { jsonrpc: '2.0', method: 'notifications/initialized' };
const CANCELLED = 'notifications/cancelled';
const NO_ANSWER = -32_000;
/** How long the server has to accept a notification, and to end a session. */
const ACCEPT_MS_MAX = 10_000;
const END_MS_MAX = 3_000;
/** Tries in a row to take up a stream in which an answer is to come; about half a minute. */
const RESUMES_MAX = 5;

/** The server's side. */
export class HttpServer implements McpTransport {
  onmessage?: McpTransport['onmessage'];
  onclose?: McpTransport['onclose'];
  onerror?: McpTransport['onerror'];
  readonly #session: HttpSession;
  readonly #report: (words: string) => void;
  readonly #pending = new Map<string, Pending>();
  readonly #gone = new AbortController();
  /** When the next message may go out. */
  #line: Promise<void> = Promise.resolve();
  #listening = new AbortController();
  #renewal: Promise<void> | null = null;
  #ending: Promise<void> | null = null;
  /** The client's first request, with which a session can be begun again. */
  #first: Message | null = null;

  constructor(address: HttpAddress, report: (words: string) => void) {
    this.#session = new HttpSession(address);
    this.#report = report;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** Resolves when the message is done with: a notification accepted, a request answered. */
  async send(message: Message): Promise<void> {
    const before = this.#line;
    const { promise, resolve: next } = Promise.withResolvers<void>();
    this.#line = promise;
    await before;
    try {
      const key = message.method === undefined ? null : keyOf(message.id);
      if (key === null) await this.#tell(message);
      else await this.#ask(message, key, next);
    } finally {
      next();
    }
  }

  /** Takes back what is under way and ends the session. */
  async close(): Promise<void> {
    this.#ending ??= this.#end();
    await this.#ending;
  }

  async #end(): Promise<void> {
    const open = [...this.#pending.values()].filter(({ message }) => message.method !== INITIALIZE);
    const soon = AbortSignal.timeout(END_MS_MAX);
    const reason = 'the client has gone';
    const cancelled = open.map(({ message }) => this.#told(cancelling(message.id, reason), soon));
    await Promise.all(cancelled);
    this.#gone.abort();
    this.#listening.abort();
    if (this.#session.agreed.id !== null) await this.#deleted();
    this.onclose?.();
  }

  async #deleted(): Promise<void> {
    try {
      const answer = await this.#session.delete(AbortSignal.timeout(END_MS_MAX));
      answer.resume();
    } catch (error) {
      this.#report(`the session was not ended: ${this.#session.words(error)}`);
    }
  }

  /** A notification, or the client's answer to a question of the server. */
  async #tell(message: Message): Promise<void> {
    const soon = AbortSignal.any([this.#gone.signal, AbortSignal.timeout(ACCEPT_MS_MAX)]);
    await this.#told(message, soon);
    if (message.method === INITIALIZED.method) this.#listen();
    if (message.method !== CANCELLED) return;
    const key = keyOf(fieldsOf(message.params)['requestId']);
    if (key !== null) this.#pending.get(key)?.dropped.abort();
  }

  async #told(message: Message, signal: AbortSignal): Promise<void> {
    try {
      const answer = await this.#session.post(message, signal).answer;
      if (!isTaken(answer)) throw await problemIn(answer);
      answer.resume();
    } catch (error) {
      const what = message.method ?? 'an answer of the client';
      this.#report(`${what} was not delivered: ${this.#session.words(error)}`);
    }
  }

  async #ask(message: Message, key: string, next: () => void): Promise<void> {
    const isFirst = message.method === INITIALIZE;
    if (isFirst) this.#first = message;
    const take = (answer: Message) => {
      if (isFirst) this.#session.speaks(answer.result);
      this.onmessage?.(answer);
    };
    await this.#answered(
      key,
      { message, take, dropped: new AbortController() },
      isFirst ? null : next,
    );
  }

  /** Asks, and sees to it that an answer is taken unless it was dropped. */
  async #answered(key: string, pending: Pending, next: (() => void) | null): Promise<void> {
    const { message, take, dropped } = pending;
    this.#pending.set(key, pending);
    const signal = AbortSignal.any([this.#gone.signal, dropped.signal]);
    try {
      await this.#read(await this.#posted(message, signal, next), key, signal);
      if (this.#pending.has(key)) throw new HttpProblem('answered with no answer to the request');
    } catch (error) {
      const isAnswered = !this.#pending.delete(key);
      if (isAnswered || dropped.signal.aborted) return;
      const why = this.#gone.signal.aborted
        ? 'the connection was closed'
        : this.#session.words(error);
      take({
        jsonrpc: '2.0',
        id: message.id,
        error: { code: NO_ANSWER, message: `Tripwire: no answer: ${why}` },
      });
    } finally {
      this.#pending.delete(key);
    }
  }

  async #posted(
    message: Message,
    signal: AbortSignal,
    next: (() => void) | null,
  ): Promise<IncomingMessage> {
    const { agreed } = this.#session;
    const { written, answer } = this.#session.post(message, signal);
    if (next !== null) void written.finally(next);
    const first = await answer;
    const isFirst = message.method === INITIALIZE;
    if (isFirst) this.#session.named(first);
    // A session that the server has forgotten is begun again; what it answers so was not begun to be worked on.
    if (first.statusCode !== 404 || agreed.id === null || isFirst) return first;
    first.destroy();
    await this.#renewed(agreed.id);
    return this.#session.post(message, signal).answer;
  }

  async #read(answer: IncomingMessage, key: string, signal: AbortSignal): Promise<void> {
    if (!isTaken(answer)) throw await problemIn(answer);
    const type = typeOf(answer);
    if (type === 'json') {
      this.#took(parseJson(await boundedText(answer, MESSAGE_BYTES_MAX)));
    } else if (type === 'stream') {
      const { broke } = await followStream({
        first: answer,
        open: (lastId) => this.#session.stream(lastId, signal),
        reader: this.#reader(() => !this.#pending.has(key)),
        signal,
        failuresMax: RESUMES_MAX,
        mayMiss: false,
      });
      if (!this.#pending.has(key)) return;
      const how = broke === null ? '' : ` (${broke})`;
      throw new HttpProblem(`ended the stream without an answer${how}`);
    } else {
      answer.destroy();
      throw new HttpProblem('answered with neither JSON nor a stream of events');
    }
  }

  #reader(isOver: () => boolean): StreamReader {
    return {
      onMessage: (message) => this.#took(message),
      onUnreadable: (problem) => this.#report(`the server sent ${problem}; it was left out`),
      isOver,
    };
  }

  /** What the server says, wherever it says it. An answer counts once: a stream that is taken up again may repeat it. */
  #took(received: unknown): void {
    for (const one of Array.isArray(received) ? (received as unknown[]) : [received]) {
      const message = fieldsOf(one) as Message;
      const key = message.method === undefined ? keyOf(message.id) : null;
      if (message.method !== undefined) this.onmessage?.(message);
      if (key === null) continue;
      const pending = this.#pending.get(key);
      this.#pending.delete(key);
      pending?.take(message);
    }
  }

  /** Begins the session again, once for all that find it gone. */
  async #renewed(gone: string): Promise<void> {
    if (this.#session.agreed.id !== gone) return;
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = null));
    await this.#renewal;
  }

  async #renew(): Promise<void> {
    const { agreed } = this.#session;
    const id = `tripwire-${randomUUID()}`;
    const answers: Message[] = [];
    const take = (answer: Message) => void answers.push(answer);
    const message = { ...this.#first, id };
    this.#session.become();
    await this.#answered(
      JSON.stringify(id),
      { message, take, dropped: new AbortController() },
      null,
    );
    this.#session.speaks(answers[0]?.result);
    if (this.#session.agreed.version !== agreed.version) {
      this.#session.become(agreed);
      throw new HttpProblem('has forgotten the session and did not begin it again');
    }
    this.#report(
      `${this.#session.words(new HttpProblem('had forgotten the session'))}; a new one was begun`,
    );
    await this.#tell(INITIALIZED);
  }

  /** Hears what the server says unasked, if it offers a stream for it. */
  #listen(): void {
    this.#listening.abort();
    this.#listening = new AbortController();
    const signal = AbortSignal.any([this.#gone.signal, this.#listening.signal]);
    void followStream({
      first: null,
      open: (lastId) => this.#session.stream(lastId, signal),
      reader: this.#reader(() => false),
      signal,
      failuresMax: Infinity,
      mayMiss: true,
    });
  }
}

function cancelling(requestId: Message['id'], reason: string): Message {
  return { jsonrpc: '2.0', method: CANCELLED, params: { requestId, reason } };
}

function keyOf(id: unknown): string | null {
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : null;
}
