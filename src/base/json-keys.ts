/**
 * Whether two readers of the same JSON can see different things in it.
 *
 * Some take the first of two equal keys and some the last; some don't distinguish `path` from `Path` (Go, .NET), and then
 * also take `ſ` for `s` and the Kelvin sign for `k`. Very deep values end programs that read them by recursion.
 */

/** The key as a reader takes it that does not care about case. */
export function foldedKey(key: string): string {
  return key.normalize('NFKC').toUpperCase().toLowerCase();
}

/** Whether a value is nested more than so many levels deep. */
export function isDeeper(value: unknown, depthMax: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= depthMax; depth += 1) {
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** What can be read in two ways in a value, in words; null when nothing can. */
export function ambiguityIn(value: unknown, depthMax: number): string | null {
  if (isDeeper(value, depthMax)) return `it is nested more than ${depthMax} levels deep`;
  return doubledIn(value);
}

function doubledIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const own = Array.isArray(value) ? null : sameKeys(Object.keys(value));
  if (own !== null) return own;
  for (const inner of Object.values(value) as unknown[]) {
    const problem = doubledIn(inner);
    if (problem !== null) return problem;
  }
  return null;
}

function sameKeys(keys: readonly string[]): string | null {
  const seen = new Map<string, string>();
  for (const key of keys) {
    const folded = foldedKey(key);
    const other = seen.get(folded);
    if (other !== undefined) {
      return `it has the keys ${JSON.stringify(other)} and ${JSON.stringify(key)}, which some readers take for one`;
    }
    seen.set(folded, key);
  }
  return null;
}

/** A key that stands twice in one object of a JSON text; null when none does. The text must be JSON. */
export function repeatedKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = stringEnd(text, at);
      const keys = open.at(-1) ?? null;
      if (keys !== null && isKey(text, end + 1)) {
        const key = JSON.parse(text.slice(at, end + 1)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end;
    }
  }
  return null;
}

/** Where the string that begins here has its closing quote. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function isKey(text: string, after: number): boolean {
  let at = after;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  return text[at] === ':';
}

/**
 * Whether a key stands twice in some object of a JSON text, when it was read into this value. Cheaper than naming the
 * key: a reader keeps one pair of two, so the value then has fewer pairs than the text.
 */
export function repeatsKey(text: string, value: unknown): boolean {
  return pairsInText(text) !== pairsInValue(value);
}

const BACKSLASH = 0x5c;
const COLON = 0x3a;

function pairsInText(text: string): number {
  let pairs = 0;
  let at = text.indexOf('"');
  while (at !== -1) {
    let end = text.indexOf('"', at + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    // A string without an end is no JSON.
    if (end === -1) return -1;
    let after = end + 1;
    while (isBlank(text.charCodeAt(after))) after += 1;
    if (text.charCodeAt(after) === COLON) pairs += 1;
    at = text.indexOf('"', after);
  }
  return pairs;
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (before >= 0 && text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function pairsInValue(value: unknown): number {
  let pairs = 0;
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    const members = Object.values(one) as unknown[];
    if (!Array.isArray(one)) pairs += members.length;
    for (const member of members) {
      if (typeof member === 'object' && member !== null) left.push(member);
    }
  }
  return pairs;
}
