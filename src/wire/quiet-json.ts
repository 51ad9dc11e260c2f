/**
 * JSON that says everything and provokes nobody: letters of a text that a client would react to are written as escapes.
 *
 * Whoever parses it reads the text as it is. Whoever searches the bytes, as one client does before it decides whether to
 * ask again, finds nothing.
 */
import { isProvoking, provokingPlaces } from './provocations.ts';

const HEX_DIGITS = 4;
const literal = /"(?:[^"\\]|\\.)*"/g;

/** A value as JSON text in which no client finds anything to react to. */
export function quietJson(value: object): string {
  return JSON.stringify(value).replace(literal, (said) =>
    isProvoking(said) ? quietText(JSON.parse(said) as string) : said,
  );
}

function quietText(text: string): string {
  const places = provokingPlaces(text);
  const some = written(text, (_, at) => places.has(at));
  return isProvoking(some) ? written(text, isTelling) : some;
}

/** A plain letter or digit, or what some readers take for one. Of others the number itself could provoke. */
function isTelling(unit: string): boolean {
  return /\w/.test(unit) || unit.normalize('NFKC') !== unit;
}

/** The text as a JSON string, with escapes where they are wanted. */
function written(text: string, escapes: (unit: string, at: number) => boolean): string {
  const units = text.split('').map((unit, at) => {
    if (escapes(unit, at)) return escaped(unit);
    return JSON.stringify(unit).slice(1, -1);
  });
  return `"${units.join('')}"`;
}

function escaped(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(HEX_DIGITS, '0')}`;
}
