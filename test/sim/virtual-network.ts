/**
 * Both ends of an exchange without a network: a provider that answers when the simulation says so, and a client whose
 * connection is a stream in memory. What lies between them is the proxy's own code.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { AnswerBody } from '../../src/proxy/answer-body.ts';
import type { UpstreamResponse } from '../../src/proxy/answer-handler.ts';
import type { UpstreamRequest } from '../../src/proxy/upstream.ts';
import { fakeAnthropic } from '../../src/testing/fake-provider/anthropic.ts';
import { fakeOpenaiChat } from '../../src/testing/fake-provider/openai-chat.ts';
import { saidTurn, type SaidTurn } from '../../src/testing/fake-provider/said.ts';
import type { ExchangeAct } from './acts.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The tool that answers call: its name in the bytes tells that a call got through. */
export const TOOL = 'simulated_tool';

const WIRES = { openai: fakeOpenaiChat, anthropic: fakeAnthropic } as const;
const PATHS = { openai: '/v1/chat/completions', anthropic: '/v1/messages' } as const;
/** Frames that the client gets one by one. */
const PIECE_CHARACTERS = 40;

/** Where a model call of this format is sent. */
export function pathOf({ format }: Pick<ExchangeAct, 'format'>): string {
  return PATHS[format];
}

/** The body of a request, as odd as the act wants it. */
export function bodyOf({ streams, body, turn, agent }: ExchangeAct): Buffer {
  const messages = [{ role: 'user', content: `step ${turn} of ${agent}: look at the next file` }];
  const fields = { model: 'simulated', max_tokens: 200, stream: streams, messages };
  const text = JSON.stringify(fields);
  if (body === 'garbage') return Buffer.from(`${text.slice(0, -9)}\u0000`);
  if (body === 'repeated-key') return Buffer.from(`${text.slice(0, -1)},"messages":[]}`);
  return Buffer.from(text);
}

/** The provider's side of one exchange. */
export function virtualUpstream(
  time: VirtualTime,
  act: ExchangeAct,
  asking: { began(signal: AbortSignal): void; ended(): void },
) {
  return {
    host: 'provider.invalid',
    send: ({ signals }: UpstreamRequest): Promise<UpstreamResponse> =>
      new Promise((resolve, reject) => {
        const signal = AbortSignal.any([...signals]);
        if (signal.aborted) return reject(new Error('aborted before it was sent'));
        asking.began(signal);
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        time.plan(Math.max(1, act.lastsMs / 4), () => {
          // Whoever gave up gets no answer.
          if (signal.aborted) return asking.ended();
          if (act.answer === 'refuses-connection') {
            asking.ended();
            reject(new Error('connect ECONNREFUSED'));
            return;
          }
          resolve(answerOf(time, act, signal, () => asking.ended()));
        });
      }),
    close: () => Promise.resolve(),
  };
}

function answerOf(
  time: VirtualTime,
  act: ExchangeAct,
  signal: AbortSignal,
  over: () => void,
): UpstreamResponse {
  const wire = WIRES[act.format];
  const said = turnOf(act);
  if (act.answer === 'error') {
    const body = Buffer.from(JSON.stringify(wire.error(500, { message: 'simulated' })));
    const headers = [['content-type', 'application/json']] as const;
    return { status: 500, headers, body: flow(time, [body], act, signal, over) };
  }
  const pieces = act.streams
    ? [...wire.chunks(said)].map((one) => Buffer.from(one))
    : [Buffer.from(JSON.stringify(wire.answer(said)))];
  const type = act.streams ? 'text/event-stream' : 'application/json';
  const body = flow(time, pieces, act, signal, over);
  return { status: 200, headers: [['content-type', type]], body };
}

function turnOf({ format, streams, turn, tools }: ExchangeAct): SaidTurn {
  return saidTurn(
    {
      format: format === 'openai' ? 'openai-chat' : 'anthropic',
      stream: streams,
      model: 'simulated',
      path: PATHS[format],
      lastUserText: '',
      toolResults: [],
      body: { stream_options: { include_usage: true } },
      headers: {},
      index: turn,
    },
    {
      text: `I read part ${turn} of it, and this is what it says: ${'word '.repeat(12)}`,
      ...(tools ? { toolCalls: [{ name: TOOL, args: { turn } }] } : {}),
      usage: { input: 40, output: 25 },
      pace: { chunkChars: PIECE_CHARACTERS },
    },
  );
}

/** Pieces that come over the time that the act lasts; a broken one ends in the middle. */
function flow(
  time: VirtualTime,
  pieces: readonly Buffer[],
  { lastsMs, answer }: ExchangeAct,
  signal: AbortSignal,
  over: () => void,
): AnswerBody {
  let isOver = false;
  const end = () => {
    isOver = true;
    signal.removeEventListener('abort', abort);
    over();
  };
  // Its reader may not want the rest.
  const body = new AnswerBody({ pause: () => undefined, resume: () => undefined, abort: end });
  const abort = () => body.destroy(new Error('aborted'));
  const breaksAt = answer === 'breaks' ? Math.floor(pieces.length / 2) : Infinity;
  const next = (index: number) => {
    if (isOver) return;
    const piece = pieces[index];
    if (index >= breaksAt) {
      body.fail(new Error('read ECONNRESET'));
      end();
    } else if (piece === undefined) {
      body.end();
      end();
    } else {
      body.take(piece);
      time.plan(lastsMs / pieces.length, () => next(index + 1));
    }
  };
  signal.addEventListener('abort', abort, { once: true });
  // A real body breaks no sooner than whoever waited for it can listen.
  time.plan(0.01, () => next(0));
  return body;
}

/** The client's side: the response that the proxy writes to, and how to hang up. */
export interface VirtualClient {
  readonly response: ServerResponse;
  readonly text: () => string;
  readonly hangUp: () => void;
}

/** A client that reads everything. */
export function virtualClient(onBytes: (text: string) => void): VirtualClient {
  const got: string[] = [];
  const wire = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      const text = chunk.toString('latin1');
      got.push(text);
      onBytes(text);
      done();
    },
  });
  wire.on('error', () => undefined);
  const request = new IncomingMessage(new Socket());
  request.method = 'POST';
  const response = new ServerResponse(request);
  response.on('error', () => undefined);
  response.assignSocket(wire as unknown as Socket);
  return { response, text: () => got.join(''), hangUp: () => wire.destroy() };
}
