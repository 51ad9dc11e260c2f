/**
 * The text rule of gemini-cli: one stretch of 50 characters comes ten times, close together.
 *
 * Lists, headings, tables and fences start the count anew, as the original does, with its two
 * flaws: a line that begins with a hyphen is no list, and a line of capitals and digits is a divider.
 */
const CHUNK_CHARS = 50;
const REPEATS = 10;
const AVERAGE_DISTANCE_MAX = 5 * CHUNK_CHARS;
const DISTINCT_PERIODS_MAX = 5;

const structure = /^\s*(?:[*+] |\d+\. |#{1,6} |>|\|.*\|)|^[+-_=*\u2500-\u257f]+$/;

/** Whether the text chants. */
export function isChant(text: string): boolean {
  return plainStretches(text).some(stretchChants);
}

/** The text between fences and structural lines. */
function plainStretches(text: string): string[] {
  const stretches = [''];
  let fenced = false;
  for (const line of text.split('\n')) {
    const fence = line.trimStart().startsWith('```');
    if (fence) fenced = !fenced;
    if (fence || fenced || structure.test(line)) stretches.push('');
    else stretches.push(`${stretches.pop() ?? ''}${line}\n`);
  }
  return stretches;
}

function stretchChants(text: string): boolean {
  const places = new Map<string, number[]>();
  for (let start = 0; start + CHUNK_CHARS <= text.length; start += 1) {
    const chunk = text.slice(start, start + CHUNK_CHARS);
    const seen = places.get(chunk) ?? [];
    places.set(chunk, seen);
    seen.push(start);
    if (seen.length > REPEATS) seen.shift();
    if (seen.length === REPEATS && areClose(text, seen)) return true;
  }
  return false;
}

function areClose(text: string, places: readonly number[]): boolean {
  const first = places[0] ?? 0;
  const last = places.at(-1) ?? 0;
  if (last - first > AVERAGE_DISTANCE_MAX * (places.length - 1)) return false;
  const periods = places.slice(1).map((place, index) => text.slice(places[index], place));
  return new Set(periods).size <= DISTINCT_PERIODS_MAX;
}
