/**
 * The words of a text, each as a 32-bit hash.
 *
 * Letters of any script and digits make words; case does not matter; ideographs are words of their
 * own, because those scripts put no spaces between them. A text without any word (rulers, dots) is
 * taken by its characters, so that it still has a hash of its own.
 */

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Hashes of the words of a text, in order. */
export function wordHashes(text: string): number[] {
  const words: number[] = [];
  let hash = FNV_OFFSET;
  let inside = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = foldedLetter(text.charCodeAt(index));
    if (letter === 0) {
      if (inside) words.push(hash);
      hash = FNV_OFFSET;
      inside = false;
      continue;
    }
    if (inside && isIdeograph(letter)) {
      words.push(hash);
      hash = FNV_OFFSET;
    }
    hash = Math.imul(hash ^ letter, FNV_PRIME);
    inside = true;
  }
  if (inside) words.push(hash);
  return words.length === 0 ? characterHashes(text) : words;
}

/** A letter, digit or underscore in lower case; 0 for what separates words. */
function foldedLetter(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code;
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  if (code >= 0x30 && code <= 0x39) return code;
  if (code < 0x80) return code === 0x5f ? code : 0;
  // Latin-1 signs, general punctuation and ideographic punctuation separate; the rest are letters.
  if (code < 0xc0 || (code >= 0x2000 && code <= 0x206f)) return 0;
  return code >= 0x3000 && code <= 0x303f ? 0 : code;
}

function isIdeograph(code: number): boolean {
  return code >= 0x3040 && code <= 0x9fff;
}

function characterHashes(text: string): number[] {
  const hashes: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x20) hashes.push(Math.imul(FNV_OFFSET ^ code, FNV_PRIME));
  }
  return hashes;
}
