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
  streamAnswer,
} from '../refusal-answer.ts';
import { refusalWords } from '../refusal-words.ts';
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
  refusal: (refusal) =>
    errorAnswer(REFUSED_STATUS, 'agent_stopped', refusalWords(refusal), refusalHeaders(refusal)),
  message,
  busy: (retryAfterS, words) =>
    errorAnswer(BUSY_STATUS, 'rate_limit_error', words, busyHeaders(retryAfterS)),
  ending: (refusal) => Buffer.from(event(errorBody('agent_stopped', refusalWords(refusal)))),
};

function errorBody(type: string, words: string) {
  return { type: 'error', error: { type, message: words } };
}

function errorAnswer(
  status: number,
  type: string,
  words: string,
  headers: Readonly<Record<string, string>>,
): Answer {
  const id = letterId('req_');
  const body = { ...errorBody(type, words), request_id: id };
  return jsonAnswer(status, { ...headers, 'request-id': id }, body);
}

function message(refusal: Refusal, { stream, model }: AskedFor): Answer {
  const headers = refusalHeaders(refusal);
  const text = refusalWords(refusal);
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
