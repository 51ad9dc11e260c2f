/**
 * Relays a provider's answer to the client: streamed as it comes, or whole once its tool calls may run.
 */
import type { ServerResponse } from 'node:http';
import { errorWords } from '../../base/error-words.ts';
import { valuesOf, type HeaderPairs } from '../../base/header-pairs.ts';
import { parseJson } from '../../base/json-text.ts';
import type { GateRefusal } from '../../core/index.ts';
import {
  type ResponseFacts,
  type StreamReader,
  type WireCodec,
  SseSplitter,
} from '../../wire/index.ts';
import { problemAnswer, sendAnswer } from '../own-answers.ts';
import { refusalAnswer } from '../refuse.ts';
import { decodedBody } from './content-encoding.ts';
import { relayStream, type StreamEnd } from './relay-stream.ts';
import { relayUnread } from './relay-unread.ts';
import { begin, type Relayed } from './relayed.ts';
import { settleAnswer, settleFailure } from './settle.ts';

const FRAME_END = Buffer.from('\n\n');
/** A whole answer of a model is held until it was read. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
/** Beyond this, copying costs more than a second write. */
const ONE_WRITE_BYTES_MAX = 16 * 1024;

/** Relays an answer and settles its call. */
export async function relayAnswer(relayed: Relayed): Promise<void> {
  const { request, answer } = relayed;
  const isStream = valuesOf(answer.headers, 'content-type').some((type) =>
    /^text\/event-stream\b/i.test(type.trim()),
  );
  if (!request.generates || answer.status >= 400) return relayUnread(relayed);
  const encoded = valuesOf(answer.headers, 'content-encoding').some((one) => one !== 'identity');
  return isStream && !encoded ? relayStreamed(relayed) : relayWhole(relayed);
}

/** A stream of a model: relayed while it is read. */
async function relayStreamed(relayed: Relayed): Promise<void> {
  const { answer, response, call, request, nowMs, startedMs } = relayed;
  const reader = request.codec.follow();
  begin(relayed);
  response.flushHeaders();
  const { agent, provider } = request.route;
  const watch = relayed.stalls.watch({ agent, provider }, answer.body);
  const end = await relayStream(
    answer.body,
    response,
    reader,
    call,
    relayed.approve,
    watch,
  ).finally(() => watch.close());
  finishStream(relayed, reader, end);
  const facts = reader.facts();
  // Clients that have read the end of an answer may hang up before the provider does.
  const lost = end.how === 'client-gone' && !facts.finished;
  const status = outcomeOf(end, facts.error);
  const calls = facts.toolCalls.length;
  await settleAnswer(relayed, { facts, calls, status, lost, startedMs, nowMs: nowMs() });
}

function outcomeOf(end: StreamEnd, error: string | null) {
  if (end.how === 'cut') return 'BLOCKED';
  if (end.how === 'broken') return 'FAILED';
  return end.how !== 'ended' || error !== null ? 'PARTIAL' : 'SUCCESS';
}

/** Ends the client's stream the way that stops it: never a bare end where the answer is not whole. */
function finishStream(
  { request, response, answer }: Relayed,
  reader: StreamReader,
  end: StreamEnd,
): void {
  if (end.how === 'ended') {
    response.end();
    return;
  }
  answer.body.destroy();
  const ending = end.how === 'cut' ? request.codec.ending(end.refusal, reader.soFar?.()) : null;
  if (ending === null) response.destroy();
  // A frame that was cut in its middle must end first, or the ending would become a part of it.
  else response.end(end.how === 'cut' && end.inFrame ? Buffer.concat([FRAME_END, ending]) : ending);
}

/** A whole answer: read first, because it may call tools. */
async function relayWhole(relayed: Relayed): Promise<void> {
  const { answer, response, call, request, nowMs, startedMs } = relayed;
  let bytes: Buffer;
  try {
    bytes = await answer.body.whole(ANSWER_BYTES_MAX);
  } catch (error) {
    const problem = errorWords(error);
    const cut = call.signal.aborted;
    const lost = !cut && response.destroyed;
    const status = cut ? 'BLOCKED' : lost ? 'PARTIAL' : 'FAILED';
    await settleFailure(call, status, nowMs() - startedMs, lost);
    const words = `the answer of ${request.route.provider} broke off: ${problem}`;
    const refused = cut ? refusalAnswer(request, call.signal.reason as GateRefusal) : null;
    sendAnswer(response, refused ?? problemAnswer(502, words));
    return;
  }
  const { facts, calls, isUnread } = await readAnswer(request.codec, bytes, answer.headers);
  const unapproved = calls > 0 ? await relayed.approve(isUnread ? null : facts.toolCalls) : null;
  const refusal =
    unapproved !== null && !call.signal.aborted
      ? unapproved
      : calls > 0
        ? await call.mayRun(calls, isUnread ? [] : facts.toolCalls)
        : call.signal.aborted
          ? (call.signal.reason as GateRefusal)
          : null;
  const lost = refusal === null && response.destroyed;
  if (refusal === null) {
    begin(relayed);
    endWhole(response, bytes);
  } else {
    sendAnswer(response, refusalAnswer(request, refusal));
  }
  // An outage inside an answer that calls itself successful: asking again is a retry, and no repetition.
  const isWhole = facts.error === null;
  const status = refusal === null ? (isWhole ? 'SUCCESS' : 'PARTIAL') : 'BLOCKED';
  await settleAnswer(relayed, { facts, calls, status, lost, startedMs, nowMs: nowMs() });
}

/** Of a string the head and the body go out in one write, of bytes in two; each byte is a character of latin1. */
function endWhole(response: ServerResponse, bytes: Buffer): void {
  if (bytes.length < ONE_WRITE_BYTES_MAX) response.end(bytes.toString('latin1'), 'latin1');
  else response.end(bytes);
}

/** What a whole answer says, and how many tools it calls. */
async function readAnswer(codec: WireCodec, bytes: Buffer, headers: HeaderPairs) {
  const encoding = valuesOf(headers, 'content-encoding').join(',') || null;
  const decoded = await decodedBody(bytes, encoding);
  // Nobody knows what cannot be unpacked: it may call a tool.
  if (decoded.kind !== 'plain')
    return { facts: codec.readResponse(undefined), calls: 1, isUnread: true };
  const facts = readFacts(codec, decoded.bytes);
  // The same holds for bytes that say nothing in this format.
  const says = facts.model !== null || facts.text !== '' || facts.usage !== null || facts.finished;
  const isUnread = decoded.bytes.length > 0 && !says && facts.toolCalls.length === 0;
  return { facts, calls: isUnread ? 1 : facts.toolCalls.length, isUnread };
}

/** Reads a body that is JSON or, where a provider compressed a stream or misnamed it, frames. */
function readFacts(codec: WireCodec, bytes: Buffer): ResponseFacts {
  const whole = parseJson(bytes.toString('utf8'));
  if (whole !== undefined) return codec.readResponse(whole);
  const reader = codec.follow();
  const splitter = new SseSplitter();
  for (const frame of splitter.push(bytes)) reader.take(frame);
  const rest = splitter.end();
  if (rest !== null) reader.take(rest);
  reader.end();
  return reader.facts();
}
