/**
 * Shortens a text so that its JSON form fits a number of UTF-8 bytes.
 *
 * State is bounded in bytes, and a person's words may be long or need escapes; the record keeps
 * them whole.
 */

/** The text, or its beginning and an ellipsis, with at most `bytes` UTF-8 bytes inside quotes. */
export function clipText(text: string, bytes: number): string {
  if (encodedBytes(text) <= bytes) return text;
  const ellipsis = '…';
  let kept = '';
  let used = encodedBytes(ellipsis);
  // Iterating a string goes by code points, so no character is cut in half.
  for (const character of text) {
    used += encodedBytes(character);
    if (used > bytes) break;
    kept += character;
  }
  return kept + ellipsis;
}

/** UTF-8 bytes of a text in JSON, without the quotes around it. */
export function encodedBytes(text: string): number {
  let bytes = 0;
  for (const character of JSON.stringify(text).slice(1, -1)) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
