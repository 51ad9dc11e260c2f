/**
 * OpenAI chat completions, as the fake provider writes them.
 *
 * Thoughts travel in `reasoning_content`, which OpenAI itself does not send but most compatible providers do.
 */
import { openaiError } from './openai-error.ts';
import {
  CREATED_AT_S,
  EVENT_STREAM,
  type FakeWire,
  type SaidTurn,
  type SaidUsage,
} from './said.ts';

/** How OpenAI's chat completions are written. */
export const fakeOpenaiChat: FakeWire = {
  answer,
  chunks,
  streamType: () => EVENT_STREAM,
  error: openaiError,
};

function answer(said: SaidTurn): object {
  const calls = said.calls.map(({ id, name, argsJson }) => ({
    id,
    type: 'function',
    function: { name, arguments: argsJson },
  }));
  const message = {
    role: 'assistant',
    content: said.text === '' ? null : said.text,
    ...(said.reasoning === '' ? {} : { reasoning_content: said.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    refusal: null,
    annotations: [],
  };
  return {
    ...envelope(said, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(said) }],
    ...(said.usage === null ? {} : { usage: usageCounts(said.usage) }),
  };
}

function* chunks(said: SaidTurn): Generator<string> {
  const told = wantsUsage(said) && said.usage !== null;
  const head = envelope(said, 'chat.completion.chunk');
  const chunk = (delta: object, finish_reason: string | null = null) => {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason }];
    return data({ ...head, choices, ...(told ? { usage: null } : {}) });
  };
  const content = said.text === '' && said.calls.length > 0 ? null : '';
  yield chunk({ role: 'assistant', content, refusal: null });
  for (const piece of said.pieces(said.reasoning)) yield chunk({ reasoning_content: piece });
  for (const piece of said.pieces(said.text)) yield chunk({ content: piece });
  for (const [index, { id, name, argsJson }] of said.calls.entries()) {
    const opening = { index, id, type: 'function', function: { name, arguments: '' } };
    yield chunk({ tool_calls: [opening] });
    for (const piece of said.pieces(argsJson)) {
      yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  yield chunk({}, finishReason(said));
  if (told && said.usage !== null) {
    yield data({ ...head, choices: [], usage: usageCounts(said.usage) });
  }
  yield 'data: [DONE]\n\n';
}

function envelope({ number, turn }: SaidTurn, object: string) {
  return {
    id: `chatcmpl-${number}`,
    object,
    created: CREATED_AT_S,
    model: turn.model,
    service_tier: 'default',
    system_fingerprint: 'fp_fake',
  };
}

function finishReason({ calls }: SaidTurn): string {
  return calls.length === 0 ? 'stop' : 'tool_calls';
}

/** A stream tells its usage only when it is asked to. */
function wantsUsage({ turn }: SaidTurn): boolean {
  const options = turn.body['stream_options'];
  return (
    typeof options === 'object' &&
    options !== null &&
    'include_usage' in options &&
    options.include_usage === true
  );
}

function usageCounts({ input, output, cacheRead, cacheWrite, reasoning }: SaidUsage) {
  const prompt = input + cacheRead + cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: {
      cached_tokens: cacheRead,
      cache_write_tokens: cacheWrite,
      audio_tokens: 0,
    },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
  };
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
