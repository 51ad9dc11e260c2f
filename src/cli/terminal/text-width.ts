/**
 * How many columns a text takes on a terminal: ideographs and emoji take two, marks none.
 *
 * What knows that takes longer to load than `tripwire stop` needs for everything else, and nearly every text is made of
 * characters of one column. So it is loaded when the first other one comes along.
 */
import { createRequire } from 'node:module';
import type stringWidth from 'string-width';

/** Latin letters, punctuation, the bars of sparklines, and the signs that commands print. */
const ONE_COLUMN_EACH =
  /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u02FF\u2010-\u2027\u2190-\u2193\u2500-\u259F✓✗]*$/;

let measure: typeof stringWidth | null = null;
let letters: Intl.Segmenter | null = null;

/** Columns that a text takes. */
export function columnsOf(text: string): number {
  if (ONE_COLUMN_EACH.test(text)) return text.length;
  measure ??= (createRequire(import.meta.url)('string-width') as { default: typeof stringWidth })
    .default;
  return measure(text);
}

/** The longest beginning that fits; a letter is never cut apart from its marks. */
export function beginningOf(text: string, columns: number): string {
  if (ONE_COLUMN_EACH.test(text)) return text.slice(0, Math.max(0, columns));
  letters ??= new Intl.Segmenter();
  let left = columns;
  let end = 0;
  for (const { segment, index } of letters.segment(text)) {
    left -= columnsOf(segment);
    if (left < 0) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
