/**
 * Agents of the Agent Client Protocol under guardrails: a stream between a client and its agent.
 *
 * A client connects to `guardAcp({ agent, guard }).stream` instead of the agent's own stream; `proxyAcp` puts the same
 * between two processes. It speaks the protocol's frame itself, so it needs no SDK and works with the streams of the
 * SDK as they are.
 */
import { randomUUID } from 'node:crypto';
import { fieldsOf } from '../../base/json-values.ts';
import type { GateRefusal } from '../../core/index.ts';
import { forgetStopBlocks, type OpenToolCall } from '../../guardrails/index.ts';
import { stopWords } from '../agent-stopped.ts';
import { declareCapabilities } from '../capabilities.ts';
import { GuardedSession, reportConnection, type GuardOptions } from '../guarded-session.ts';
import {
  answerKey,
  cancelTurn,
  isClientTool,
  isPermitted,
  keyOf,
  notPermitted,
  offeredAnswer,
  onlyOnce,
  promptOf,
  refusedRequest,
  saidTo,
  sessionOf,
  type AcpMessage,
  type AcpToolCall,
} from './messages.ts';
import { AcpSession } from './session.ts';

export type { GuardOptions } from '../guarded-session.ts';

/** What it can do. */
export const capabilities = declareCapabilities({
  adapter: 'acp',
  sdk: '@agentclientprotocol/sdk 2.4.0',
  cannot: {
    denialReasons:
      'A denied permission has no room for a reason; the agent reads it with its next prompt.',
    feedback:
      'The protocol can’t send the agent a message during a turn; feedback comes with the next prompt.',
    stopEndsRun:
      'A stop cancels the turn, but the agent may already have started its next model call.',
    countsTokens: 'The protocol doesn’t report what model calls cost.',
  },
  notes: [
    'It can only block what the agent asks permission for and what the agent does through its client. If a tool that isn’t allowed runs without asking, the turn is ended. Set the agent to a mode in which it asks.',
    'Permissions are given once, never for good: an agent that no longer asks can’t be judged.',
    'A tool has the name that the agent reports, otherwise its kind (`edit`, `execute`, …). Files and terminals that the client provides are tools named `fs/read_text_file`, `fs/write_text_file` and `terminal/create`.',
  ],
});

/** A stream of messages, as in the SDK. */
export interface AcpStream<Message extends object = AcpMessage> {
  readonly readable: ReadableStream<Message>;
  readonly writable: WritableStream<Message>;
}

/** The agent, and its guardrails. */
export interface GuardAcpOptions<Message extends object = AcpMessage> {
  readonly agent: AcpStream<Message>;
  /** The guardrails of a session, by the id that the agent gave it; asked once for each. */
  readonly guard: (sessionId: string) => GuardOptions;
  /** Hears when the connection breaks; a warning of the process when it is not given. */
  readonly report?: GuardOptions['report'];
}

/** An agent under guardrails. */
export interface GuardedAcp<Message extends object = AcpMessage> {
  /** What a client connects to. */
  readonly stream: AcpStream<Message>;
  /** What stopped a session; null while nothing has. */
  stop(sessionId: string): GateRefusal | null;
}

/** Puts guardrails before an agent. */
export function guardAcp<Message extends object>(
  options: GuardAcpOptions<Message>,
): GuardedAcp<Message> {
  // Whatever the SDK calls its messages, they are the protocol's.
  return new Relay(options as unknown as GuardAcpOptions) as unknown as GuardedAcp<Message>;
}

/** Puts guardrails between a client and an agent; resolves when one of them has gone. */
export async function proxyAcp<Message extends object>(
  options: GuardAcpOptions<Message> & { readonly client: AcpStream<Message> },
): Promise<void> {
  const { client, ...guarded } = options;
  const { stream } = guardAcp(guarded);
  // A side that breaks has gone as well.
  const told = (way: Promise<void>, what: string) =>
    way.catch((error: unknown) => reportConnection(options.report, 'acp', what, error));
  await Promise.race([
    told(client.readable.pipeTo(stream.writable), 'The connection from an ACP client broke'),
    told(stream.readable.pipeTo(client.writable), 'The connection to an ACP client broke'),
  ]);
}

/** A request that went on to the other side, and what its answer means. */
type Asked =
  | { readonly kind: 'permission'; readonly message: AcpMessage; readonly callId: string }
  | { readonly kind: 'tool'; readonly open: OpenToolCall };

/** A prompt of the client; it may take several of the agent. */
interface Turn {
  readonly sessionId: string;
  readonly message: AcpMessage;
}

class Relay implements GuardedAcp {
  readonly stream: AcpStream;
  readonly #guard: GuardAcpOptions['guard'];
  readonly #report: GuardAcpOptions['report'];
  readonly #sessions = new Map<string, AcpSession>();
  readonly #asked = new Map<string, Asked & { readonly session: AcpSession }>();
  readonly #turns = new Map<string, Turn>();
  readonly #agent: WritableStreamDefaultWriter<AcpMessage>;
  #client: ReadableStreamDefaultController<AcpMessage> | null = null;

  constructor({ agent, guard, report }: GuardAcpOptions) {
    this.#guard = guard;
    this.#report = report;
    this.#agent = agent.writable.getWriter();
    const readable = new ReadableStream<AcpMessage>({
      start: (controller) => {
        this.#client = controller;
      },
    });
    const writable = new WritableStream<AcpMessage>({
      write: (message) => this.#fromClient(message),
      close: () => this.#agent.close(),
      abort: (reason) => this.#agent.abort(reason),
    });
    this.stream = { readable, writable };
    void this.#listen(agent.readable);
  }

  stop(sessionId: string): GateRefusal | null {
    return this.#sessions.get(sessionId)?.stop ?? null;
  }

  async #listen(readable: ReadableStream<AcpMessage>): Promise<void> {
    try {
      for await (const message of readable) this.#fromAgent(message);
      await this.#turnsEnded();
      this.#client?.close();
      this.#client = null;
    } catch (error) {
      await this.#turnsEnded();
      this.#broke(error);
    }
  }

  async #turnsEnded(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.turnEnded()));
  }

  #fromAgent(message: AcpMessage): void {
    const { method } = message;
    const turn = this.#turns.get(answerKey(message) ?? '');
    if (turn !== undefined) this.#do(this.#turnEnded(turn, message));
    else if (method === 'session/request_permission') this.#do(this.#permission(message));
    else if (isClientTool(method)) this.#do(this.#clientTool(method, message));
    else {
      if (method === 'session/update') this.#heard(message);
      this.#toClient(message);
    }
  }

  #fromClient(message: AcpMessage): void {
    const key = answerKey(message);
    const asked = key === null ? undefined : this.#asked.get(key);
    if (message.method === 'session/prompt') {
      this.#do(this.#prompted(message));
      return;
    }
    if (key === null || asked === undefined) {
      this.#toAgent(message);
      return;
    }
    this.#asked.delete(key);
    this.#do(this.#answered(asked, message));
    this.#toAgent(asked.kind === 'permission' ? offeredAnswer(asked.message, message) : message);
  }

  /** The person wants something. */
  async #prompted(message: AcpMessage): Promise<void> {
    const sessionId = sessionOf(message);
    const session = this.#session(sessionId);
    const { guarded } = session;
    const refusal = await guarded.standing();
    if (refusal !== null) {
      this.#toClient(saidTo(sessionId, stopWords(refusal)));
      const result = { stopReason: 'refusal' };
      this.#toClient({ jsonrpc: '2.0', id: message.id, result });
      return;
    }
    forgetStopBlocks(guarded.session, guarded.prompt.name);
    session.said = '';
    this.#turns.set(keyOf(message.id), { sessionId, message });
    const { prompt } = fieldsOf(message.params);
    this.#toAgent(promptOf(message.id, message.params, session.takeUnsaid(), prompt));
  }

  /** The agent has ended its turn; it goes on where its task is not complete. */
  async #turnEnded(turn: Turn, answer: AcpMessage): Promise<void> {
    this.#turns.delete(answerKey(answer) ?? '');
    const { sessionId, message } = turn;
    const session = this.#session(sessionId);
    const { guarded } = session;
    await session.turnEnded();
    const { stopReason } = fieldsOf(answer.result);
    if (stopReason === 'end_turn') {
      const decision = await guarded.mayStop(session.said, stopReason);
      if (decision.stop === 'blocked') {
        this.#goOn(turn, session, decision.feedback);
        return;
      }
    }
    if (stopReason !== 'cancelled') await guarded.finish(session.said);
    const { stop } = session;
    if (stop !== null) this.#toClient(saidTo(sessionId, stopWords(stop)));
    this.#toClient({ ...answer, id: message.id });
  }

  #goOn(turn: Turn, session: AcpSession, feedback: string): void {
    const id = `tripwire-${randomUUID()}`;
    session.said = '';
    this.#turns.set(keyOf(id), turn);
    const texts = [feedback, ...session.takeUnsaid()];
    this.#toAgent(promptOf(id, { sessionId: turn.sessionId }, texts, []));
  }

  async #permission(message: AcpMessage): Promise<void> {
    const session = this.#session(sessionOf(message));
    const call = toolCallIn(fieldsOf(message.params)['toolCall']);
    // What cannot be read cannot be judged.
    if (call === null || !(await session.mayAsk(call))) this.#toAgent(notPermitted(message));
    else {
      const once = onlyOnce(message);
      const asked = { kind: 'permission', message: once, callId: call.toolCallId } as const;
      this.#asked.set(keyOf(message.id), { ...asked, session });
      this.#toClient(once);
    }
  }

  async #clientTool(method: string, message: AcpMessage): Promise<void> {
    const session = this.#session(sessionOf(message));
    const { sessionId: _id, ...params } = fieldsOf(message.params);
    const begun = await session.clientTool(method, params);
    if (typeof begun === 'string') this.#toAgent(refusedRequest(message, begun));
    else {
      this.#asked.set(keyOf(message.id), { kind: 'tool', open: begun, session });
      this.#toClient(message);
    }
  }

  /** The client answered what the agent asked; the answer itself is on its way. */
  async #answered(asked: Asked & { readonly session: AcpSession }, answer: AcpMessage) {
    const { session } = asked;
    if (asked.kind === 'permission') {
      if (!isPermitted(asked.message, answer)) await session.refused(asked.callId);
      return;
    }
    const { message } = fieldsOf(answer.error);
    const failed = typeof message === 'string' ? message : 'The client could not do it.';
    await session.clientToolEnded(
      asked.open,
      answer.error === undefined ? { value: answer.result ?? null } : { failed },
    );
  }

  #heard(message: AcpMessage): void {
    const session = this.#session(sessionOf(message));
    const update = fieldsOf(fieldsOf(message.params)['update']);
    const { sessionUpdate: kind } = update;
    const { text } = fieldsOf(update['content']);
    if (kind === 'agent_message_chunk' && typeof text === 'string') session.said += text;
    const call = kind === 'tool_call' || kind === 'tool_call_update' ? toolCallIn(update) : null;
    if (call !== null) this.#do(session.heard(call));
  }

  #session(sessionId: string): AcpSession {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const guarded = new GuardedSession('acp', this.#guard(sessionId));
    const session = new AcpSession(guarded, () => this.#toAgent(cancelTurn(sessionId)));
    this.#sessions.set(sessionId, session);
    return session;
  }

  #toClient(message: AcpMessage): void {
    this.#client?.enqueue(message);
  }

  #toAgent(message: AcpMessage): void {
    this.#do(this.#agent.write(message));
  }

  #do(work: Promise<void>): void {
    work.catch((error: unknown) => this.#broke(error));
  }

  /** What goes wrong here must not leave a call unjudged: the connection ends. */
  #broke(reason: unknown): void {
    const client = this.#client;
    this.#client = null;
    client?.error(reason);
    this.#agent.abort(reason).catch((error: unknown) => {
      reportConnection(this.#report, 'acp', 'An ACP agent could not be disconnected', error);
    });
  }
}

function toolCallIn(value: unknown): AcpToolCall | null {
  const call = fieldsOf(value);
  return typeof call['toolCallId'] === 'string' ? (call as unknown as AcpToolCall) : null;
}
