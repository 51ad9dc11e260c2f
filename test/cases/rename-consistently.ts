/**
 * The same run with other names: every file name and every random id is replaced, the same one
 * always by the same other one. Numbers and all other words stay.
 */
import type { RawEvent } from './own-cases.ts';

const fileName =
  /\b([A-Za-z][\w-]*)\.(?:c|css|csv|go|html|java|jpg|js|json|jsx|log|lua|md|py|rb|rs|sql|svg|tar|tf|toml|tsx?|txt|ya?ml)\b/g;
const hexId = /\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,})\b/g;
const randomToken = /\b(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{16,}\b/gi;

/** Fields that hold what an agent wrote or saw. */
const written = ['args', 'result', 'error', 'prompt', 'response'];

/** Rewrites one text. */
type Rewrite = (text: string) => string;

/** The events with other file names, ids and agents; a file's name also goes where it stands alone. */
export function renamed(events: readonly RawEvent[]): RawEvent[] {
  const names = [...JSON.stringify(events).matchAll(fileName)].map((match) => match[1] ?? '');
  const longestFirst = [...new Set(names)].toSorted((a, b) => b.length - a.length);
  const anyName = new RegExp(`\\b(?:${longestFirst.join('|') || '(?!)'})\\b`, 'gi');
  const rewrite: Rewrite = (text) => withOtherIds(text).replace(anyName, rotated);
  return events.map((event) => {
    const copy: Record<string, unknown> = { ...event };
    for (const field of written) {
      if (field in copy) copy[field] = rewritten(copy[field], rewrite);
    }
    if (typeof copy['agent'] === 'string') copy['agent'] = rotated(copy['agent']);
    return copy;
  });
}

function rewritten(value: unknown, rewrite: Rewrite): unknown {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) return value.map((member) => rewritten(member, rewrite));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, rewritten(member, rewrite)]),
  );
}

function withOtherIds(text: string): string {
  return text
    .replace(hexId, otherHex)
    .replace(randomToken, (token) =>
      /^[0-9a-f]+$/i.test(token) ? token : otherDigits(rotated(token)),
    );
}

/** Letters thirteen places on, so that no two names become one. */
function rotated(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    const first = code & 0x20 ? 0x61 : 0x41;
    return String.fromCharCode(first + ((code - first + 13) % 26));
  });
}

function otherDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String((Number(digit) * 7 + 3) % 10));
}

function otherHex(text: string): string {
  return otherDigits(text).replace(/[a-f]/g, (letter) =>
    letter === 'f' ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1),
  );
}
