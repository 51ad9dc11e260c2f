/**
 * OpenAI responses, as the fake provider writes them.
 *
 * Every item is opened, filled and closed on its own, and clients run a tool when its item is closed; the whole
 * response comes once more with the last event.
 */
import { present } from '../../base/present.ts';
import { openaiError } from './openai-error.ts';
import {
  CREATED_AT_S,
  EVENT_STREAM,
  type FakeWire,
  type SaidTurn,
  type SaidUsage,
} from './said.ts';

/** How OpenAI's responses are written. */
export const fakeOpenaiResponses: FakeWire = {
  answer: (said) => completed(said),
  chunks,
  streamType: () => EVENT_STREAM,
  error: openaiError,
};

/** An event without its number. */
interface Step {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Item {
  readonly whole: object;
  /** What happens to it, from its opening to its closing. */
  readonly steps: readonly Step[];
}

function* chunks(said: SaidTurn): Generator<string> {
  let sequence_number = 0;
  const event = (step: Step) => {
    const data = { ...step, sequence_number };
    sequence_number += 1;
    return `event: ${step.type}\ndata: ${JSON.stringify(data)}\n\n`;
  };
  const started = response(said, 'in_progress', [], null);
  yield event({ type: 'response.created', response: started });
  yield event({ type: 'response.in_progress', response: started });
  for (const { steps } of itemsOf(said)) {
    for (const step of steps) yield event(step);
  }
  yield event({ type: 'response.completed', response: completed(said) });
}

function completed(said: SaidTurn): object {
  const output = itemsOf(said).map(({ whole }) => whole);
  return response(said, 'completed', output, said.usage);
}

function itemsOf(said: SaidTurn): readonly Item[] {
  const items: Item[] = [];
  if (said.reasoning !== '') items.push(reasoningItem(said, items.length));
  if (said.text !== '') items.push(messageItem(said, items.length));
  for (const place of said.calls.keys()) items.push(callItem(said, place, items.length));
  return items;
}

function reasoningItem(said: SaidTurn, output_index: number): Item {
  const item = { id: `rs_${said.number}`, type: 'reasoning' };
  const part = { type: 'summary_text', text: said.reasoning };
  const at = { item_id: item.id, output_index, summary_index: 0 };
  const name = 'response.reasoning_summary';
  const whole = { ...item, summary: [part] };
  const steps: Step[] = [
    { type: `${name}_part.added`, ...at, part: { ...part, text: '' } },
    ...said.pieces(said.reasoning).map((delta) => ({ type: `${name}_text.delta`, ...at, delta })),
    { type: `${name}_text.done`, ...at, text: said.reasoning },
    { type: `${name}_part.done`, ...at, part },
  ];
  return { whole, steps: opened(output_index, { ...item, summary: [] }, steps, whole) };
}

function messageItem(said: SaidTurn, output_index: number): Item {
  const item = { id: `msg_${said.number}`, type: 'message', role: 'assistant' };
  const part = { type: 'output_text', text: said.text, annotations: [], logprobs: [] };
  const at = { item_id: item.id, output_index, content_index: 0 };
  const whole = { ...item, status: 'completed', content: [part] };
  const steps: Step[] = [
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    ...said
      .pieces(said.text)
      .map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...at, text: said.text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part },
  ];
  const opening = { ...item, status: 'in_progress', content: [] };
  return { whole, steps: opened(output_index, opening, steps, whole) };
}

function callItem(said: SaidTurn, place: number, output_index: number): Item {
  const call = said.calls[place];
  if (call === undefined) throw new RangeError(`the turn has no tool call ${place}`);
  const { id, name, argsJson, namespace } = call;
  const item = {
    id: `fc_${said.number}_${place}`,
    type: 'function_call',
    call_id: id,
    name,
    ...present({ namespace }),
  };
  const at = { item_id: item.id, output_index };
  const whole = { ...item, arguments: argsJson, status: 'completed' };
  const type = 'response.function_call_arguments';
  const steps: Step[] = [
    ...said.pieces(argsJson).map((delta) => ({ type: `${type}.delta`, ...at, delta })),
    { type: `${type}.done`, ...at, name, arguments: argsJson },
  ];
  const opening = { ...item, arguments: '', status: 'in_progress' };
  return { whole, steps: opened(output_index, opening, steps, whole) };
}

function opened(
  output_index: number,
  opening: object,
  steps: readonly Step[],
  whole: object,
): readonly Step[] {
  return [
    { type: 'response.output_item.added', output_index, item: opening },
    ...steps,
    { type: 'response.output_item.done', output_index, item: whole },
  ];
}

function response(
  { number, turn }: SaidTurn,
  status: string,
  output: readonly object[],
  usage: SaidUsage | null,
): object {
  return {
    id: `resp_${number}`,
    object: 'response',
    created_at: CREATED_AT_S,
    status,
    error: null,
    incomplete_details: null,
    instructions: turn.body['instructions'] ?? null,
    metadata: {},
    model: turn.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: turn.body['previous_response_id'] ?? null,
    temperature: 1,
    tool_choice: 'auto',
    tools: turn.body['tools'] ?? [],
    top_p: 1,
    usage: usage === null ? null : usageCounts(usage),
  };
}

function usageCounts({ input, output, cacheRead, cacheWrite, reasoning }: SaidUsage) {
  const all = input + cacheRead + cacheWrite;
  return {
    input_tokens: all,
    input_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: all + output,
  };
}
