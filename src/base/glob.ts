/**
 * Patterns in which `*` stands for any text and `?` for one character.
 *
 * Written out instead of turned into a regular expression: the text comes from an agent, and no text may make the
 * comparison slow.
 */

/** Whether the whole text fits the pattern. */
export function fitsGlob(pattern: string, text: string): boolean {
  let at = 0;
  let inText = 0;
  let star = -1;
  let resume = 0;
  while (inText < text.length) {
    const wanted = pattern.charAt(at);
    if (wanted === '*') {
      star = at;
      resume = inText;
      at += 1;
    } else if (at < pattern.length && (wanted === '?' || wanted === text.charAt(inText))) {
      at += 1;
      inText += 1;
    } else if (star >= 0) {
      // Let the last star take one character more.
      at = star + 1;
      resume += 1;
      inText = resume;
    } else return false;
  }
  while (pattern.charAt(at) === '*') at += 1;
  return at === pattern.length;
}

/** Whether the text fits one of the patterns. */
export function fitsAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => fitsGlob(pattern, text));
}
