/**
 * The OpenAI chat completions format.
 *
 * Refused with 400: the one status after which every client of this format stops at once and shows the words.
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
import { endingDetails, messageWords, refusalDetails, refusalWords } from '../refusal-words.ts';
import { chatFacts } from './answer.ts';
import { OpenaiChatStream } from './stream.ts';

const REFUSED_STATUS = 400;
const BUSY_STATUS = 429;

const noUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** How the proxy speaks OpenAI's chat completions. */
export const openaiChatCodec: WireCodec = {
  format: 'openai-chat',
  readResponse: chatFacts,
  follow: () => new OpenaiChatStream(),
  refusal: (refusal) =>
    refusedAnswer(REFUSED_STATUS, refusal, stoppedBody(refusal, refusalDetails(refusal))),
  message,
  busy: (retryAfterS, words) =>
    jsonAnswer(
      BUSY_STATUS,
      busyHeaders(retryAfterS),
      errorBody(words, 'rate_limit_error', 'rate_limit_exceeded'),
    ),
  // Without [DONE]: the stream did not come to its end.
  ending: (refusal) => Buffer.from(event(stoppedBody(refusal, endingDetails(refusal)))),
};

function stoppedBody(refusal: Refusal, details: object | null) {
  const { error } = errorBody(refusalWords(refusal), 'invalid_request_error', 'agent_stopped');
  return { error: { ...error, ...(details === null ? {} : { tripwire: details }) } };
}

function errorBody(words: string, type: string, code: string) {
  return { error: { message: words, type, param: null, code } };
}

function message(refusal: Refusal, { stream, model }: AskedFor): Answer {
  const headers = refusalHeaders(refusal);
  const said = { role: 'assistant', content: messageWords(refusal), refusal: null };
  const head = {
    id: letterId('chatcmpl-'),
    object: stream ? 'chat.completion.chunk' : 'chat.completion',
    // A time has digits that clients may misread, and nobody needs this one.
    created: 0,
    model: model ?? NO_MODEL,
  };
  const choice = { index: 0, logprobs: null };
  const stopped = { ...choice, finish_reason: 'stop' };
  if (!stream) {
    return jsonAnswer(200, headers, {
      ...head,
      choices: [{ ...stopped, message: said }],
      usage: noUsage,
    });
  }
  return streamAnswer(headers, [
    event({ ...head, choices: [{ ...choice, delta: said, finish_reason: null }] }),
    event({ ...head, choices: [{ ...stopped, delta: {} }], usage: noUsage }),
    'data: [DONE]\n\n',
  ]);
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
