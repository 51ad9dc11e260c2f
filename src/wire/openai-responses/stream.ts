/**
 * Follows an OpenAI response while it streams.
 *
 * A call is shown whole three times: when its arguments are done, when its item is done, and with the whole
 * response. Clients differ in which of them makes them run it, and not every server sends all three. So the first
 * that comes must wait, and the others follow it.
 */
import {
  countOrNull,
  fieldsOf,
  listOf,
  textOrNull,
  type JsonObject,
} from '../../base/json-values.ts';
import { errorOf, frameValues } from '../codec-json.ts';
import { TextBudget } from '../codec-text-budget.ts';
import type { Completed, ResponseFacts, SaidSoFar, StreamReader } from '../codec.ts';
import type { MadeToolCall } from '../made-tool-calls.ts';
import type { SseFrame } from '../sse-frames.ts';
import type { Usage } from '../usage.ts';
import { responsesError, responsesFacts, responsesUsage } from './answer.ts';
import { ResponsesItems, type OpenItem } from './items.ts';

/** Events about the inside of a call, and the kind of item they are about. */
const callEvents: Readonly<Record<string, string>> = {
  'response.function_call_arguments': 'function_call',
  'response.custom_tool_call_input': 'custom_tool_call',
  'response.shell_call_command': 'shell_call',
  'response.apply_patch_call_operation_diff': 'apply_patch_call',
};
/** Those whose pieces are the arguments, in order. */
const inPieces: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call']);

/** A longer name of a response is not kept. */
const ID_CHARACTERS_MAX = 256;

/** The reader of one stream. */
export class OpenaiResponsesStream implements StreamReader {
  readonly #items = new ResponsesItems(new TextBudget());
  #model: string | null = null;
  #responseId: string | null = null;
  #sequence: number | null = null;
  #usage: Usage | null = null;
  #isFinished = false;
  #error: string | null = null;

  take(frame: SseFrame): Completed {
    const completes: MadeToolCall[] = [];
    for (const value of frameValues(frame)) {
      completes.push(...this.#takeEvent(fieldsOf(value), frame.event));
    }
    return { completes };
  }

  end(): Completed {
    return { completes: this.#items.allTold() };
  }

  facts(): ResponseFacts {
    return {
      ...responsesFacts({ model: this.#model, output: this.#items.output() }),
      usage: this.#usage,
      finished: this.#isFinished && this.#error === null,
      error: this.#error,
      thoughtCharacters: this.#items.thoughtCharacters,
    };
  }

  soFar(): SaidSoFar {
    return { responseId: this.#responseId, sequence: this.#sequence };
  }

  #takeEvent(event: JsonObject, name: string | null): readonly MadeToolCall[] {
    this.#sequence = countOrNull(event['sequence_number']) ?? this.#sequence;
    const type = textOrNull(event['type']) ?? name ?? '';
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
        this.#tellHead(fieldsOf(event['response']));
        return [];
      case 'response.output_item.added':
        this.#items.open(event['output_index'], fieldsOf(event['item']));
        return [];
      case 'response.output_item.done':
        return this.#items.told(this.#items.whole(event['output_index'], fieldsOf(event['item'])));
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        this.#items.say(this.#itemOf(event, 'message'), event['content_index'], deltaOf(event));
        return [];
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        this.#itemOf(event, 'reasoning').thoughtCharacters += deltaOf(event).length;
        return [];
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.done':
        return this.#finish(type, fieldsOf(event['response']));
      default:
        this.#tellError(type, event);
        return this.#takeCallEvent(type, event);
    }
  }

  #tellHead(response: JsonObject): void {
    this.#model = textOrNull(response['model']) ?? this.#model;
    const id = textOrNull(response['id']);
    if (id !== null && id.length <= ID_CHARACTERS_MAX) this.#responseId = id;
    this.#usage = responsesUsage(response) ?? this.#usage;
  }

  /** Errors come as an event of their own, and from some servers as nothing but an error. */
  #tellError(type: string, event: JsonObject): void {
    const inside = event['error'] ?? null;
    if (inside !== null) this.#error ??= errorOf(inside);
    else if (type === 'error') {
      this.#error ??= errorOf({ code: event['code'], message: event['message'] });
    }
  }

  /** Every item comes once more, and whatever is open is closed by it. */
  #finish(type: string, response: JsonObject): readonly MadeToolCall[] {
    this.#tellHead(response);
    this.#error ??= responsesError(
      type === 'response.failed' ? { ...response, status: 'failed' } : response,
    );
    this.#isFinished = true;
    const completes: MadeToolCall[] = [];
    for (const [place, item] of listOf(response['output']).entries()) {
      completes.push(...this.#items.told(this.#items.whole(place, fieldsOf(item))));
    }
    return [...completes, ...this.#items.allTold()];
  }

  #takeCallEvent(type: string, event: JsonObject): readonly MadeToolCall[] {
    const dot = type.lastIndexOf('.');
    const kind = callEvents[type.slice(0, dot)];
    const item = kind === undefined ? this.#items.of(event) : this.#itemOf(event, kind);
    if (item === undefined) return [];
    const isDone = type.endsWith('.done');
    const isInPieces = inPieces.has(item.type);
    const whole = textOrNull(event['arguments'] ?? event['input']);
    if (isInPieces && isDone) this.#items.setArgs(item, whole ?? '');
    else if (isInPieces && kind !== undefined) this.#items.addArgs(item, deltaOf(event));
    return isDone ? this.#items.told(item, isInPieces) : [];
  }

  /** The item that an event is about; one that was never announced begins with it. */
  #itemOf(event: JsonObject, type: string): OpenItem {
    const known = this.#items.of(event);
    if (known?.type === type) return known;
    return this.#items.open(event['output_index'], {
      type,
      id: event['item_id'],
      name: event['name'],
    });
  }
}

function deltaOf(event: JsonObject): string {
  return textOrNull(event['delta']) ?? '';
}
