/**
 * Follows a Gemini answer while it streams; one that is not streamed is a stream of one chunk.
 *
 * There is no event for the end of a call: a part with a function call is one that the client may run, so the
 * chunk that carries it must wait.
 */
import { fieldsOf, isObject, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { frameValues } from '../codec-json.ts';
import { TextBudget } from '../codec-text-budget.ts';
import type { Completed, ResponseFacts, StreamReader } from '../codec.ts';
import { answerText, madeToolCalls, type MadeToolCall } from '../made-tool-calls.ts';
import type { SseFrame } from '../sse-frames.ts';
import type { Usage } from '../usage.ts';
import { geminiChunks, geminiError, geminiUsage, isBlocked } from './answer.ts';
import { GeminiParts } from './parts.ts';

interface Candidate {
  readonly parts: GeminiParts;
  isFinished: boolean;
}

/** More candidates than a request may ask for; what comes beyond goes to the last one. */
const CANDIDATES_MAX = 16;

/** The reader of one stream. */
export class GeminiStream implements StreamReader {
  readonly #budget = new TextBudget();
  readonly #candidates = new Map<unknown, Candidate>();
  #model: string | null = null;
  #usage: Usage | null = null;
  #isBlocked = false;
  #error: string | null = null;

  take(frame: SseFrame): Completed {
    return { completes: frameValues(frame).flatMap((value) => this.takeValue(value)) };
  }

  /** Takes a chunk, or a list of them. */
  takeValue(value: unknown): readonly MadeToolCall[] {
    return geminiChunks(value).flatMap((chunk) => this.#takeChunk(chunk));
  }

  end(): Completed {
    const open = [...this.#candidates.values()].flatMap(({ parts }) => parts.finish());
    return { completes: callsIn(open) };
  }

  facts(): ResponseFacts {
    const candidates = [...this.#candidates.values()];
    const answer = {
      candidates: candidates.map(({ parts }) => ({ content: { parts: parts.parts } })),
    };
    const isEnded = candidates.length > 0 && candidates.every(({ isFinished }) => isFinished);
    return {
      model: this.#model,
      text: answerText(answer),
      toolCalls: madeToolCalls(answer),
      usage: this.#usage,
      finished: (isEnded || this.#isBlocked) && this.#error === null,
      error: this.#error,
      thoughtCharacters: candidates.reduce((sum, { parts }) => sum + parts.thoughtCharacters, 0),
    };
  }

  #takeChunk(chunk: JsonObject): readonly MadeToolCall[] {
    this.#error ??= geminiError(chunk);
    this.#model = textOrNull(chunk['modelVersion']) ?? this.#model;
    this.#usage = geminiUsage(chunk) ?? this.#usage;
    this.#isBlocked ||= isBlocked(chunk);
    return listOf(chunk['candidates']).flatMap((one) => this.#takeCandidate(fieldsOf(one)));
  }

  #takeCandidate(said: JsonObject): readonly MadeToolCall[] {
    const candidate = this.#candidateAt(said['index'] ?? 0);
    const parts = listOf(fieldsOf(said['content'])['parts']).filter(isObject);
    const completed = parts.flatMap((part) => candidate.parts.take(part));
    if (textOrNull(said['finishReason']) !== null) {
      candidate.isFinished = true;
      completed.push(...candidate.parts.finish());
    }
    return callsIn(completed);
  }

  #candidateAt(index: unknown): Candidate {
    const known = this.#candidates.get(index);
    if (known !== undefined) return known;
    if (this.#candidates.size >= CANDIDATES_MAX) {
      const last = [...this.#candidates.values()].at(-1);
      if (last !== undefined) return last;
    }
    const candidate = { parts: new GeminiParts(this.#budget), isFinished: false };
    this.#candidates.set(index, candidate);
    return candidate;
  }
}

function callsIn(parts: readonly JsonObject[]): readonly MadeToolCall[] {
  return parts.flatMap((part) => madeToolCalls({ candidates: [{ content: { parts: [part] } }] }));
}
