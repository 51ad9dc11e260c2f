/**
 * What the fake provider answers to each request: turns as the script says, the rest by itself.
 */
import type { WireFormat } from '../../wire/index.ts';
import { fakeAnthropic } from './anthropic.ts';
import { askedTurn } from './asked.ts';
import { fakeGemini } from './gemini.ts';
import { fakeModels } from './models.ts';
import { fakeOpenaiChat } from './openai-chat.ts';
import { fakeOpenaiResponses } from './openai-responses.ts';
import { fakeRoute, formatFor } from './route.ts';
import { estimatedTokens, inPieces, saidTurn, type FakeWire } from './said.ts';
import { send, type Exchange } from './sending.ts';
import type { AskedTurn, FakeAnswer, FakeError, FakeScript } from './turn.ts';

const wires: Readonly<Record<WireFormat, FakeWire>> = {
  anthropic: fakeAnthropic,
  'openai-chat': fakeOpenaiChat,
  'openai-responses': fakeOpenaiResponses,
  gemini: fakeGemini,
};

/** Answers a request of which all is there. */
export async function answer(
  exchange: Exchange,
  script: FakeScript,
  nextIndex: () => number,
): Promise<void> {
  const { seen, response } = exchange;
  const route = fakeRoute(seen);
  switch (route.kind) {
    case 'turn':
      return answerTurn(exchange, route.format, script, nextIndex);
    case 'count_tokens': {
      const count = estimatedTokens(seen.rawBody.toString('utf8'));
      const isGemini = formatFor(seen) === 'gemini';
      return answerJson(exchange, isGemini ? { totalTokens: count } : { input_tokens: count });
    }
    case 'models':
      return answerJson(exchange, fakeModels(formatFor(seen)));
    case 'alive':
      response.writeHead(200).end();
      return;
    case 'upgrade':
      // Clients that try a web socket first fall back to plain requests on this status at once.
      return refuse(exchange, 426, 'web sockets are not spoken here; send a plain request');
    case 'unknown':
      return refuse(exchange, 404, `nothing is at ${seen.method} ${seen.path}`);
  }
}

async function answerTurn(
  exchange: Exchange,
  format: WireFormat,
  script: FakeScript,
  nextIndex: () => number,
): Promise<void> {
  const turn = askedTurn(exchange.seen, format, nextIndex());
  if (!('model' in turn)) return refuse(exchange, 400, turn.message);
  try {
    const given = await script(turn, turn.index);
    await sendAnswer(exchange, turn, given);
  } catch (error) {
    if (exchange.gone.aborted || exchange.response.headersSent) throw error;
    await refuse(exchange, 500, `the script of the fake provider failed: ${String(error)}`);
  }
}

async function sendAnswer(exchange: Exchange, turn: AskedTurn, given: FakeAnswer): Promise<void> {
  const { status = 200, pace = {}, headers = {} } = given;
  const wire = wires[turn.format];
  const isError = status >= 400 || given.error !== undefined;
  const shown = isError && status < 400 ? 500 : status;
  const accepts = /\bgzip\b/.test(exchange.seen.headers['accept-encoding']?.toString() ?? '');
  const rest = { status: shown, pace, gzip: given.gzip === true && accepts };
  const said = saidTurn(turn, given);
  if (turn.stream && !isError) {
    const head = { 'content-type': wire.streamType(turn), 'cache-control': 'no-cache', ...headers };
    return send(exchange, { ...rest, headers: head, chunks: wire.chunks(said) });
  }
  const error: FakeError = given.error ?? { message: `the fake provider says ${shown}` };
  const json = JSON.stringify(isError ? wire.error(shown, error) : wire.answer(said));
  const chunks = pace.chunkChars === undefined ? [json] : inPieces(json, pace.chunkChars);
  const length = rest.gzip ? {} : { 'content-length': String(Buffer.byteLength(json)) };
  const head = { 'content-type': 'application/json', ...length, ...headers };
  await send(exchange, { ...rest, headers: head, chunks });
}

async function answerJson(exchange: Exchange, value: object, status = 200): Promise<void> {
  const json = JSON.stringify(value);
  const length = String(Buffer.byteLength(json));
  const headers = { 'content-type': 'application/json', 'content-length': length };
  await send(exchange, { status, headers, chunks: [json], pace: {}, gzip: false });
}

/** Answers with an error in the words of the provider that seems to be meant. */
export async function refuse(exchange: Exchange, status: number, message: string): Promise<void> {
  const wire = wires[formatFor(exchange.seen)];
  await answerJson(exchange, wire.error(status, { message }), status);
}
