/**
 * The words of a text, in any script.
 *
 * Most texts are plain ASCII, and there the same words are found by patterns that know no other letters: what lists the
 * letters of all alphabets takes V8 longer to read and to compile than most texts take to be searched.
 */

/** Whether a text has no character beyond ASCII. */
function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** Runs of letters and digits. */
export function tokensOf(text: string): readonly string[] {
  return text.match(isAscii(text) ? /[A-Za-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of a name in camelCase, and its numbers. */
export function nameParts(token: string): readonly string[] {
  const parts = isAscii(token)
    ? /[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g
    : /[\p{Lu}]?[\p{Ll}]+|[\p{Lu}]+|\p{N}+|\p{Lo}/gu;
  return token.match(parts) ?? [];
}

/** What stands between everything that is no letter, no digit and no `_`, `<` or `>`; none of it is empty. */
export function placeholderWords(text: string): readonly string[] {
  const between = isAscii(text) ? /[^A-Za-z0-9_<>]+/ : /[^\p{L}\p{N}_<>]+/u;
  return text.split(between).filter((word) => word !== '');
}

/** Words as they are spoken; figures and names of files are none. */
export function spokenWords(text: string): readonly string[] {
  const spoken = isAscii(text)
    ? /(?<![\w./-])[A-Za-z']{2,}(?![\w/-]|\.\w)/g
    : /(?<![\w./-])[\p{L}']{2,}(?![\w/-]|\.\w)/gu;
  return text.match(spoken) ?? [];
}
