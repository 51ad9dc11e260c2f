/**
 * Follows an Anthropic message while it streams.
 *
 * A block is complete at its `content_block_stop`, and clients run a tool then, long before the message ends. So
 * that is the event that must wait. Blocks are put together again into the message they stream, and the
 * message is read like one that was not streamed.
 */
import { fieldsOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { errorOf, frameValues } from '../codec-json.ts';
import { TextBudget } from '../codec-text-budget.ts';
import type { Completed, ResponseFacts, StreamReader } from '../codec.ts';
import { madeToolCalls, type MadeToolCall } from '../made-tool-calls.ts';
import type { SseFrame } from '../sse-frames.ts';
import { anthropicFacts, anthropicUsage } from './answer.ts';

interface Block {
  readonly opening: JsonObject;
  /** What came in pieces: words, or the JSON of the input. */
  pieces: string;
  /** Whether the client got all of it. */
  isDone: boolean;
}

/** Tools that the provider runs; the client only hears of them. */
const runElsewhere: ReadonlySet<unknown> = new Set(['server_tool_use', 'mcp_tool_use']);

/** The reader of one stream. */
export class AnthropicStream implements StreamReader {
  readonly #budget = new TextBudget();
  /** Blocks in the order they came, and the one each index stands for now. */
  readonly #blocks: Block[] = [];
  readonly #atIndex = new Map<unknown, Block>();
  readonly #usage: unknown[] = [];
  #model: string | null = null;
  #thoughtCharacters = 0;
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
    return { completes: this.#allDone() };
  }

  facts(): ResponseFacts {
    const content = this.#blocks.map(wholeBlock);
    return {
      ...anthropicFacts({ model: this.#model, content }),
      usage: anthropicUsage(this.#usage),
      finished: this.#isFinished && this.#error === null,
      error: this.#error,
      thoughtCharacters: this.#thoughtCharacters,
    };
  }

  #takeEvent(event: JsonObject, name: string | null): readonly MadeToolCall[] {
    switch (event['type'] ?? name) {
      case 'message_start':
        this.#start(fieldsOf(event['message']));
        return [];
      case 'content_block_start':
        this.#open(event['index'], fieldsOf(event['content_block']));
        return [];
      case 'content_block_delta':
        this.#add(this.#atIndex.get(event['index']), fieldsOf(event['delta']));
        return [];
      case 'content_block_stop':
        return this.#done(this.#atIndex.get(event['index']));
      case 'message_delta':
        this.#tellUsage(event['usage']);
        // A block that nobody closed is closed by the end of the message.
        return textOrNull(fieldsOf(event['delta'])['stop_reason']) === null ? [] : this.#allDone();
      case 'message_stop':
        this.#isFinished = true;
        return this.#allDone();
      case 'error':
        this.#error ??= errorOf(event['error'] ?? {});
        return [];
      default:
        return [];
    }
  }

  #start(message: JsonObject): void {
    this.#model = textOrNull(message['model']);
    this.#tellUsage(message['usage']);
  }

  /** Only the first and the latest are kept: the counts are cumulative. */
  #tellUsage(usage: unknown): void {
    if (this.#usage.length === 2) this.#usage.pop();
    this.#usage.push(usage);
  }

  #open(index: unknown, opening: JsonObject): void {
    const block = { opening, pieces: '', isDone: false };
    this.#atIndex.set(index, block);
    this.#blocks.push(block);
  }

  #add(block: Block | undefined, delta: JsonObject): void {
    this.#thoughtCharacters += textOrNull(delta['thinking'])?.length ?? 0;
    const piece = textOrNull(delta['text']) ?? textOrNull(delta['partial_json']);
    if (block === undefined || piece === null) return;
    block.pieces += this.#budget.take(piece);
    block.isDone = false;
  }

  /** The call that is complete now; none for other blocks and for a call that was told before. */
  #done(block: Block | undefined): readonly MadeToolCall[] {
    if (block === undefined || block.isDone) return [];
    block.isDone = true;
    if (runElsewhere.has(block.opening['type'])) return [];
    return madeToolCalls({ content: [wholeBlock(block)] });
  }

  #allDone(): MadeToolCall[] {
    return this.#blocks.flatMap((block) => this.#done(block));
  }
}

function wholeBlock({ opening, pieces }: Block): JsonObject {
  if (opening['type'] === 'text')
    return { ...opening, text: `${textOrNull(opening['text']) ?? ''}${pieces}` };
  return pieces === '' ? opening : { ...opening, input: pieces };
}
