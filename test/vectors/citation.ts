/**
 * What a vector cites: a row of the specification, one of its decisions, or an item of the decision
 * record on the core.
 *
 * Quotes are compared with the texts that are kept here, so that a vector cannot prove a sentence
 * that nobody wrote.
 */
import { REQUIREMENTS } from '../../spec/requirements.ts';

/** The decisions of the specification's section T, and the items of decision record 0001. */
export const DECISIONS_COUNT = 14;
export const ITEMS_COUNT = 34;

interface Citation {
  /** `T6`, `T-7` or `0001-14`. */
  readonly source: string;
  readonly quote: string;
}

/** Reads `proves`; throws when it does not begin with what it cites. */
export function citationOf(proves: string): Citation {
  const [, source, quote] = /^(T\d+|T-\d+|0001-\d+): (.+)$/.exec(proves) ?? [];
  if (source === undefined || quote === undefined) {
    throw new Error(`"${proves}" does not begin with T6:, T-7: or 0001-14:`);
  }
  return { source, quote };
}

/** The texts that are kept here, by source: the rows T1 … and the items of decision record 0001. */
export function citableTexts(record0001: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { id, text } of REQUIREMENTS) if (/^T\d+$/.test(id)) texts.set(id, plain(text));
  const items = record0001.matchAll(/^(\d+)\. ([^]*?)(?=^\d+\. |^## |(?![^]))/gm);
  for (const [, number, text] of items) texts.set(`0001-${number}`, plain(text ?? ''));
  return texts;
}

/** Whether the quote stands in the text, whatever the line breaks and the bold type. */
export function isQuoteOf(quote: string, text: string): boolean {
  return text.includes(plain(quote));
}

function plain(text: string): string {
  return text.replaceAll('**', '').replaceAll(/\s+/g, ' ').trim();
}
