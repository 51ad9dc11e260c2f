/**
 * The OpenAI responses format.
 *
 * Refused with 400: the one status after which every client of this format stops at once and shows the words. A
 * stream that is cut ends in `response.failed` with the code `invalid_prompt`: after any other ending one client
 * asks again five times, and another without end.
 */
import type { Answer, AskedFor, Refusal, SaidSoFar, WireCodec } from '../codec.ts';
import { isProvoking } from '../provocations.ts';
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
import { responsesFacts } from './answer.ts';
import { OpenaiResponsesStream } from './stream.ts';

const REFUSED_STATUS = 400;
const BUSY_STATUS = 429;
/** Steps of 1, 10, 100 and so on that are tried for the number of an ending. */
const NUMBER_STEPS = 12;

const noUsage = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};

/** How the proxy speaks OpenAI's responses. */
export const openaiResponsesCodec: WireCodec = {
  format: 'openai-responses',
  readResponse: responsesFacts,
  follow: () => new OpenaiResponsesStream(),
  refusal: (refusal) => {
    const { error } = errorBody(refusalWords(refusal), 'invalid_request_error', 'agent_stopped');
    const body = { error: { ...error, tripwire: refusalDetails(refusal) } };
    return refusedAnswer(REFUSED_STATUS, refusal, body);
  },
  message,
  busy: (retryAfterS, words) =>
    jsonAnswer(
      BUSY_STATUS,
      busyHeaders(retryAfterS),
      errorBody(words, 'rate_limit_error', 'rate_limit_exceeded'),
    ),
  ending,
};

function errorBody(words: string, type: string, code: string) {
  return { error: { message: words, type, param: null, code } };
}

interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

function event(data: Event, sequence_number: number): string {
  return `event: ${data.type}\ndata: ${JSON.stringify({ ...data, sequence_number })}\n\n`;
}

/**
 * The response that began fails, under its own name and with a later number: a client that follows a response would
 * else complain of a stranger, and say nothing of the stop.
 */
function ending(refusal: Refusal, so?: SaidSoFar): Buffer {
  const details = endingDetails(refusal);
  const more = details === null ? {} : { tripwire: details };
  const error = { code: 'invalid_prompt', message: refusalWords(refusal), ...more };
  const known = so?.responseId ?? null;
  const id = known === null || isProvoking(known) ? letterId('resp_') : known;
  const failed = { ...response(id, NO_MODEL), status: 'failed', error };
  return Buffer.from(event({ type: 'response.failed', response: failed }, numberAfter(so)));
}

/** A later number: the next, or the nearest round step to one in which no client sees a status. */
function numberAfter(so: SaidSoFar | undefined): number {
  const last = so?.sequence ?? null;
  if (last === null) return 0;
  const later = Array.from({ length: NUMBER_STEPS }, (_, zeros) => last + 10 ** zeros);
  return later.find((number) => !isProvoking(String(number))) ?? 0;
}

/** A response that has said nothing yet. */
function response(id: string, model: string) {
  return {
    id,
    object: 'response',
    // A time has digits that clients may misread, and nobody needs this one.
    created_at: 0,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model,
    output: [] as readonly object[],
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    usage: null as object | null,
  };
}

function message(refusal: Refusal, { stream, model }: AskedFor): Answer {
  const headers = refusalHeaders(refusal);
  const text = messageWords(refusal);
  const part = { type: 'output_text', text, annotations: [], logprobs: [] };
  const id = letterId('msg_');
  const head = { id, type: 'message', role: 'assistant' };
  const item = { ...head, status: 'completed', content: [part] };
  const begun = response(letterId('resp_'), model ?? NO_MODEL);
  const completed = { ...begun, status: 'completed', output: [item], usage: noUsage };
  if (!stream) return jsonAnswer(200, headers, completed);
  const at = { item_id: id, output_index: 0, content_index: 0 };
  const opening = { ...head, status: 'in_progress', content: [] };
  const empty = { ...part, text: '' };
  const events: readonly Event[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    { type: 'response.output_item.added', output_index: 0, item: opening },
    { type: 'response.content_part.added', ...at, part: empty },
    { type: 'response.output_text.delta', ...at, delta: text, logprobs: [] },
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: completed },
  ];
  return streamAnswer(headers, events.map(event));
}
