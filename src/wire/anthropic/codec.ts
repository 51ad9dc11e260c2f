/**
 * The Anthropic messages format.
 *
 * Refused with 402: the one status after which every client of this format stops at once and shows the words.
 * With 400 one of them sends the request five more times, dropping a feature each time.
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
import { anthropicFacts } from './answer.ts';
import { AnthropicStream } from './stream.ts';

const REFUSED_STATUS = 402;
const BUSY_STATUS = 429;

const noUsage = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

/** How the proxy speaks Anthropic. */
export const anthropicCodec: WireCodec = {
  format: 'anthropic',
  readResponse: anthropicFacts,
  follow: () => new AnthropicStream(),
  refusal,
  message,
  busy: (retryAfterS, words) => {
    const { id, body } = named(errorBody('rate_limit_error', words));
    return jsonAnswer(BUSY_STATUS, { ...busyHeaders(retryAfterS), 'request-id': id }, body);
  },
  ending: (refused) =>
    Buffer.from(event(errorBody('agent_stopped', refusalWords(refused), endingDetails(refused)))),
};

function errorBody(type: string, words: string, details: object | null = null) {
  const more = details === null ? {} : { tripwire: details };
  return { type: 'error', error: { type, message: words, ...more } };
}

function named(error: object) {
  const id = letterId('req_');
  return { id, body: { ...error, request_id: id } };
}

function refusal(refused: Refusal): Answer {
  const error = errorBody('agent_stopped', refusalWords(refused), refusalDetails(refused));
  const { id, body } = named(error);
  return refusedAnswer(REFUSED_STATUS, refused, body, { 'request-id': id });
}

function message(refused: Refusal, { stream, model }: AskedFor): Answer {
  const headers = refusalHeaders(refused);
  const text = messageWords(refused);
  const head = {
    id: letterId('msg_'),
    type: 'message',
    role: 'assistant',
    model: model ?? NO_MODEL,
  };
  const ended = { stop_reason: 'end_turn', stop_sequence: null };
  if (!stream) {
    const content = [{ type: 'text', text }];
    return jsonAnswer(200, headers, { ...head, content, ...ended, usage: noUsage });
  }
  const begun = { ...head, content: [], stop_reason: null, stop_sequence: null, usage: noUsage };
  return streamAnswer(headers, [
    event({ type: 'message_start', message: begun }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    event({ type: 'content_block_stop', index: 0 }),
    event({ type: 'message_delta', delta: ended, usage: noUsage }),
    event({ type: 'message_stop' }),
  ]);
}

function event(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
