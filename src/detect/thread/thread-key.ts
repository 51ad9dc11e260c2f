/**
 * Recognises a thread by how it begins: the system's words and the first prompt.
 *
 * A subagent has another first prompt, so it is another thread, also on the same key and in the same session.
 * What changes from turn to turn must not change the answer: the billing line and cache markers that one client
 * adds, its notes, a clock in the system's words, and what a program appends to them each time. So of the
 * system's words only the start counts, without digits. A compaction replaces the first prompt with a summary;
 * then only the first half of the key stays (`opensWithSummary`).
 */
import { hash } from 'node:crypto';
import {
  asksForSummary,
  continuedFrom,
  systemTexts,
  userWords,
  type Conversation,
  type TextPiece,
} from '../../wire/index.ts';

const SYSTEM_CHARACTERS = 2_048;
/** Of a longer first prompt both ends and the length count. */
const PROMPT_CHARACTERS = 65_536;
/** Messages searched for the first prompt. */
const MESSAGES_MAX = 64;
const HALF_DIGITS = 16;
const billingStart = 'x-anthropic-billing-header:';

/**
 * The thread's key, 33 characters: what stands for the system's words, `-`, what stands for the first prompt.
 * Null for a request that only continues an answer which the provider keeps.
 */
export function threadKeyOf(conversation: Conversation): string | null {
  const continued = continuedFrom(conversation);
  if (continued?.kind === 'response') return null;
  const system = systemTexts(conversation).filter((text) => !text.startsWith(billingStart));
  const start = system.join('\n').slice(0, SYSTEM_CHARACTERS).replace(/\d+/g, '0').trim();
  return `${short(start)}-${short(continued?.id ?? firstPrompt(conversation))}`;
}

/** Whether a conversation begins with the summary of an earlier one, so that its key is not the earlier one's. */
export function opensWithSummary(conversation: Conversation): boolean {
  const first = firstWords(conversation)[0];
  return first !== undefined && (first.kind === 'summary' || asksForSummary(first.text));
}

function firstPrompt(conversation: Conversation): string {
  const text = firstWords(conversation)
    .map((piece) => piece.text)
    .join('\n')
    .trim();
  if (text.length <= PROMPT_CHARACTERS) return text;
  const half = PROMPT_CHARACTERS / 2;
  return `${text.slice(0, half)}\n${text.length}\n${text.slice(-half)}`;
}

/** What is said in the user's name in the first message that says anything. */
function firstWords(conversation: Conversation): readonly TextPiece[] {
  const count = Math.min(conversation.messages.length, MESSAGES_MAX);
  for (let index = 0; index < count; index += 1) {
    const words = userWords(conversation, index);
    if (words.length > 0) return words;
  }
  return [];
}

function short(text: string): string {
  return hash('sha256', text).slice(0, HALF_DIGITS);
}
