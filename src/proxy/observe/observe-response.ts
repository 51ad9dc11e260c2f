/**
 * What the core gets to know of an answer: hashes and digests, no text.
 */
import { hash } from 'node:crypto';
import type { Observation } from '../../core/index.ts';
import { digestEvent, normaliseText, simhash } from '../../detect/index.ts';
import type { MadeToolCall } from '../../wire/index.ts';

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
