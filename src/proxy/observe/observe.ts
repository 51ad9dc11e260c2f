/**
 * What the core gets to know of a request, of its answer and of both together: hashes and digests, no text.
 */
import { hash } from 'node:crypto';
import { DIGESTS_MAX, type Observation } from '../../core/index.ts';
import {
  digestEvent,
  normaliseText,
  simhash,
  textExchangeHash,
  toolExchangeHash,
  type ToolEvent,
} from '../../detect/index.ts';
import { lastUserText, type Conversation, type MadeToolCall } from '../../wire/index.ts';
import type { RequestInThread } from '../thread/thread-memory.ts';

/**
 * The observation of a step; undefined where there is none: a side request, a retry, a body that cannot be read.
 * Of more new events than a record may carry, the newest are kept.
 */
export function observeRequest(
  { events, isSide, isRetry }: RequestInThread,
  conversation: Conversation | null,
  atMs: number,
): Observation | undefined {
  if (isSide || isRetry || conversation === null) return undefined;
  const text = lastUserText(conversation);
  const digests = events.slice(-DIGESTS_MAX).map((event) => digestEvent({ ...event, atMs }));
  return {
    ...(digests.length === 0 ? {} : { digests }),
    ...(text === null ? {} : { prompt: simhash(normaliseText(text)) }),
  };
}

/** What an answer said and did. */
export interface SaidAndDone {
  readonly text: string;
  readonly toolCalls: readonly MadeToolCall[];
}

/** Signatures that a record may carry. */
const CALLS_MAX = 16;
const SIGNATURE_DIGITS = 12;
/** Longer answers lose their middle: the work must be bounded. */
const TEXT_CHARACTERS_MAX = 262_144;

/**
 * The observation of an answer. Words beside calls are an agent thinking aloud; only an answer in words alone is
 * judged as one, and the calls are judged with their results, when the next request brings them.
 */
export function observeResponse({ text, toolCalls }: SaidAndDone, atMs: number): Observation {
  const words = clipped(text);
  const calls = toolCalls
    .slice(0, CALLS_MAX)
    .map(({ tool, canonicalArgs }) => `${tool}\n${canonicalArgs}`);
  const said = clipped([words, ...calls].join('\n').trim());
  const speaks = toolCalls.length === 0 && words.trim() !== '';
  return {
    calls: calls.map((call) => hash('sha256', call, 'hex').slice(0, SIGNATURE_DIGITS)),
    ...(speaks ? { digests: [digestEvent({ kind: 'response', text: words, atMs })] } : {}),
    response: simhash(normaliseText(said)),
  };
}

function clipped(text: string): string {
  if (text.length <= TEXT_CHARACTERS_MAX) return text;
  const half = TEXT_CHARACTERS_MAX / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}

/**
 * With calls: the calls and the outcomes that they answer, exactly. In words: what was new and what was said.
 * Null for what is no exchange of the thread: side requests, retries (what they answer was seen before), silence.
 */
export function exchangeHashOf(
  request: Pick<RequestInThread, 'events' | 'isSide' | 'isRetry'>,
  { text, toolCalls }: SaidAndDone,
): string | null {
  if (request.isSide || request.isRetry) return null;
  if (toolCalls.length > 0) {
    const answered = request.events.filter((event): event is ToolEvent => event.kind === 'tool');
    const made = toolCalls.map(({ tool, args }): ToolEvent => ({
      kind: 'tool',
      tool,
      args,
      result: '',
    }));
    return toolExchangeHash([...answered, ...made]);
  }
  if (text.trim() === '') return null;
  return textExchangeHash(request.events.map(eventText).join('\n'), text);
}

function eventText(event: RequestInThread['events'][number]): string {
  switch (event.kind) {
    case 'prompt':
    case 'response':
      return event.text;
    case 'tool':
      return event.error === undefined ? event.result : `${event.error}\n${event.result}`;
    case 'compaction':
      return '';
  }
}
