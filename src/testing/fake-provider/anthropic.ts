/**
 * Anthropic messages, as the fake provider writes them.
 *
 * The order of events is the real one: a block is complete at its `content_block_stop`, and clients run a tool
 * then, long before the message ends.
 */
import { EVENT_STREAM, type FakeWire, type SaidTurn, type SaidUsage } from './said.ts';
import type { FakeError } from './turn.ts';

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** How Anthropic writes. */
export const fakeAnthropic: FakeWire = {
  answer: (said) => ({
    ...message(said),
    content: blocks(said).map(({ whole }) => whole),
    stop_reason: stopReason(said),
    ...usageField(said.usage),
  }),
  chunks,
  streamType: () => EVENT_STREAM,
  error: (status, { message: words, type }: FakeError) => ({
    type: 'error',
    error: { type: type ?? errorTypes[status] ?? 'api_error', message: words },
    request_id: 'req_fake',
  }),
};

interface Block {
  /** As it stands in an answer that is not streamed. */
  readonly whole: object;
  /** As it is opened. */
  readonly opening: object;
  readonly deltas: readonly object[];
}

function* chunks(said: SaidTurn): Generator<string> {
  const opening = said.usage === null ? null : { ...said.usage, output: 1 };
  yield event({ type: 'message_start', message: { ...message(said), ...usageField(opening) } });
  for (const [index, { opening: block, deltas }] of blocks(said).entries()) {
    yield event({ type: 'content_block_start', index, content_block: block });
    if (index === 0) yield event({ type: 'ping' });
    for (const delta of deltas) yield event({ type: 'content_block_delta', index, delta });
    yield event({ type: 'content_block_stop', index });
  }
  const delta = { stop_reason: stopReason(said), stop_sequence: null };
  yield event({ type: 'message_delta', delta, ...usageField(said.usage) });
  yield event({ type: 'message_stop' });
}

function message({ number, turn }: SaidTurn) {
  return {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: turn.model,
    content: [] as object[],
    stop_reason: null as string | null,
    stop_sequence: null,
  };
}

function blocks({ reasoning, text, calls, number, pieces }: SaidTurn): readonly Block[] {
  const all: Block[] = [];
  if (reasoning !== '') {
    const signature = `signature_${number}`;
    const deltas = pieces(reasoning).map((thinking) => ({ type: 'thinking_delta', thinking }));
    all.push({
      whole: { type: 'thinking', thinking: reasoning, signature },
      opening: { type: 'thinking', thinking: '', signature: '' },
      deltas: [...deltas, { type: 'signature_delta', signature }],
    });
  }
  if (text !== '') {
    all.push({
      whole: { type: 'text', text },
      opening: { type: 'text', text: '' },
      deltas: pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
    });
  }
  for (const { id, name, args, argsJson } of calls) {
    const deltas = ['', ...pieces(argsJson)].map((partial_json) => ({
      type: 'input_json_delta',
      partial_json,
    }));
    const call = { type: 'tool_use', id, name };
    all.push({ whole: { ...call, input: args }, opening: { ...call, input: {} }, deltas });
  }
  return all;
}

function stopReason({ calls }: SaidTurn): string {
  return calls.length === 0 ? 'end_turn' : 'tool_use';
}

function usageField(usage: SaidUsage | null) {
  if (usage === null) return {};
  const { input, output, cacheRead, cacheWrite } = usage;
  return {
    usage: {
      input_tokens: input,
      cache_creation_input_tokens: cacheWrite,
      cache_read_input_tokens: cacheRead,
      output_tokens: output,
    },
  };
}

function event(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
