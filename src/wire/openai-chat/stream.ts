/**
 * Follows an OpenAI chat completion while it streams.
 */
import { fieldsOf, isObject, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { frameValues } from '../codec-json.ts';
import { TextBudget } from '../codec-text-budget.ts';
import type { Completed, ResponseFacts, StreamReader } from '../codec.ts';
import { madeToolCalls, type MadeToolCall } from '../made-tool-calls.ts';
import type { SseFrame } from '../sse-frames.ts';
import type { Usage } from '../usage.ts';
import { chatError, chatFacts, chatUsage, thoughtOf } from './answer.ts';
import { ChatCalls } from './calls.ts';

interface Choice {
  content: string;
  refusal: string;
  readonly calls: ChatCalls;
  isFinished: boolean;
}

/** What the last event says instead of JSON. */
const DONE = '[DONE]';

/** The reader of one stream. */
export class OpenaiChatStream implements StreamReader {
  readonly #budget = new TextBudget();
  readonly #choices = new Map<unknown, Choice>();
  #model: string | null = null;
  #usage: Usage | null = null;
  #thoughtCharacters = 0;
  #isDone = false;
  #error: string | null = null;

  take(frame: SseFrame): Completed {
    const completes: MadeToolCall[] = [];
    for (const value of frameValues(frame)) {
      if (value === DONE) {
        this.#isDone = true;
        completes.push(...this.end().completes);
      } else {
        completes.push(...this.#takeChunk(fieldsOf(value)));
      }
    }
    return { completes };
  }

  end(): Completed {
    const open = [...this.#choices.values()].flatMap(({ calls }) => calls.finish());
    return { completes: callsIn(open) };
  }

  facts(): ResponseFacts {
    const choices = [...this.#choices.values()];
    const messages = choices.map(({ content, refusal, calls }) => ({
      message: { content, refusal, ...calls.message() },
    }));
    const isEnded = choices.length > 0 && choices.every(({ isFinished }) => isFinished);
    return {
      ...chatFacts({ model: this.#model, choices: messages }),
      usage: this.#usage,
      finished: (this.#isDone || isEnded) && this.#error === null,
      error: this.#error,
      thoughtCharacters: this.#thoughtCharacters,
    };
  }

  #takeChunk(chunk: JsonObject): readonly MadeToolCall[] {
    this.#error ??= chatError(chunk);
    this.#model = textOrNull(chunk['model']) ?? this.#model;
    this.#usage = chatUsage(chunk) ?? this.#usage;
    return listOf(chunk['choices']).flatMap((choice) => this.#takeChoice(fieldsOf(choice)));
  }

  #takeChoice(said: JsonObject): readonly MadeToolCall[] {
    const choice = this.#choiceAt(said['index'] ?? 0);
    // Some servers stream one whole message.
    const delta = fieldsOf(said['delta'] ?? said['message']);
    choice.content += this.#budget.take(contentOf(delta['content']));
    choice.refusal += this.#budget.take(textOrNull(delta['refusal']) ?? '');
    this.#thoughtCharacters += thoughtOf(delta).length;
    const completed = [...choice.calls.take(delta)];
    if (textOrNull(said['finish_reason']) !== null) {
      choice.isFinished = true;
      completed.push(...choice.calls.finish());
    }
    return callsIn(completed);
  }

  #choiceAt(index: unknown): Choice {
    const known = this.#choices.get(index);
    if (known !== undefined) return known;
    const calls = new ChatCalls(this.#budget);
    const choice = { content: '', refusal: '', calls, isFinished: false };
    this.#choices.set(index, choice);
    return choice;
  }
}

function callsIn(messages: readonly JsonObject[]): readonly MadeToolCall[] {
  return messages.flatMap((message) => madeToolCalls({ choices: [{ message }] }));
}

/** The words of a delta: a text, or parts of which some are thoughts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = listOf(content).filter(isObject);
  return parts
    .filter((part) => part['type'] === 'text')
    .map((part) => textOrNull(part['text']) ?? '')
    .join('');
}
