/**
 * The Gemini format.
 *
 * Refused with 403, after which every client of this format stops at once. There is no ending for a stream that is
 * cut: its clients overlook an error inside of it, take what came for the whole answer and run its tools. Only a
 * connection that breaks stops them.
 */
import type { Answer, AskedFor, Refusal, WireCodec } from '../codec.ts';
import {
  busyHeaders,
  jsonAnswer,
  letterId,
  NO_MODEL,
  refusalHeaders,
  refusedAnswer,
  streamAnswer,
} from '../refusal-answer.ts';
import { messageWords, refusalDetails, refusalWords } from '../refusal-words.ts';
import { GeminiStream } from './stream.ts';

const REFUSED_STATUS = 403;
const BUSY_STATUS = 429;

const noUsage = { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 };

/** How the proxy speaks Gemini. */
export const geminiCodec: WireCodec = {
  format: 'gemini',
  readResponse: (body) => {
    const answer = new GeminiStream();
    answer.takeValue(body);
    answer.end();
    return answer.facts();
  },
  follow: () => new GeminiStream(),
  refusal: (refusal) => {
    const { error } = errorBody(REFUSED_STATUS, refusalWords(refusal), 'PERMISSION_DENIED');
    const body = { error: { ...error, tripwire: refusalDetails(refusal) } };
    return refusedAnswer(REFUSED_STATUS, refusal, body);
  },
  message,
  busy: (retryAfterS, words) =>
    jsonAnswer(
      BUSY_STATUS,
      busyHeaders(retryAfterS),
      errorBody(BUSY_STATUS, words, 'RESOURCE_EXHAUSTED'),
    ),
  ending: () => null,
};

function errorBody(code: number, words: string, status: string) {
  return { error: { code, message: words, status } };
}

function message(refusal: Refusal, { stream, model }: AskedFor): Answer {
  const headers = refusalHeaders(refusal);
  const content = { parts: [{ text: messageWords(refusal) }], role: 'model' };
  const answer = {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata: noUsage,
    modelVersion: model ?? NO_MODEL,
    responseId: letterId('response_'),
  };
  if (!stream) return jsonAnswer(200, headers, answer);
  return streamAnswer(headers, [`data: ${JSON.stringify(answer)}\r\n\r\n`]);
}
