/**
 * A word while it is read: its text so far and what was noticed on the way.
 */
import type { CommandWord, Expansion } from './command-line.ts';

/** A word while it is read. */
export interface WordDraft {
  text: string;
  /** As long as the text: its characters where they stand outside quotes, NUL elsewhere. */
  bare: string;
  readonly expansions: Set<Expansion>;
  splits: boolean;
  literalFrom: number;
  /** Some of it was quoted, so that it is a word even when it is empty. */
  quoted: boolean;
}

/** A word, with what only the reader needs to know. */
export interface ReadWord extends CommandWord {
  readonly quoted: boolean;
  readonly bare: string;
}

/** Where a piece of a word stands. In the body of a here-document a quote is an ordinary character. */
export type WordPlace = 'bare' | 'quoted' | 'body';

/** A word with nothing in it yet. */
export function emptyWord(): WordDraft {
  const expansions = new Set<Expansion>();
  return { text: '', bare: '', expansions, splits: false, literalFrom: 0, quoted: false };
}

/** Adds literal text. */
export function addText(word: WordDraft, text: string, place: WordPlace): void {
  word.text += text;
  word.bare += place === 'bare' ? text : '\0'.repeat(text.length);
}

/** Adds an expansion, as it is written. */
export function addExpansion(
  word: WordDraft,
  kind: Expansion,
  source: string,
  place: WordPlace,
): void {
  word.expansions.add(kind);
  if (place === 'bare' && kind !== 'process') word.splits = true;
  addText(word, source, 'quoted');
  word.literalFrom = word.text.length;
}

/** The word as users of the reader see it. */
export function plainWord(word: CommandWord): CommandWord {
  const { text, expansions, splits, literalFrom } = word;
  return { text, expansions, splits, literalFrom };
}
