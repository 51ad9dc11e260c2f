/**
 * How much of one answer is kept while it streams.
 *
 * Text and arguments come in pieces and are put together again. A provider that never stops must not fill our
 * memory, so all texts of an answer share one budget; what comes after is forwarded and not kept.
 */

/** Far more than any model says in one answer. */
const CHARACTERS_MAX = 16 * 1024 * 1024;

/** The budget of one answer. */
export class TextBudget {
  #left = CHARACTERS_MAX;

  /** As much of the text as there is room for. */
  take(text: string): string {
    const kept = text.slice(0, this.#left);
    this.#left -= kept.length;
    return kept;
  }
}
