/**
 * What failed, whatever command showed it: the lines of a result that say so, without places, ids and clocks.
 *
 * A failure is known by what it is about. The same test fails in the same words whether the whole suite is run or the one
 * file, with or without its last lines cut off; an edit only moves the line that it stands on.
 */
import { MASK, masked } from './opaque-text.ts';
import { lineHash } from './result-lines.ts';

/** So many of its lines are kept. */
const LINES_KEPT = 3;
/** Lines of the head and of the tail that are looked at. */
const LINES_READ = 40;
const LINE_CHARACTERS = 300;
const TALLY_MAX = 0xffff;
/** Few failures are remembered, so little of a hash tells them apart. */
const LINE_MASK = 0xffff;

/** What says that something did not go well. */
const telling =
  /\b(?:fail(?:s|ed|ing|ures?)?|fatal|panic(?:ked)?|denied|refused|rejected|forbidden|unauthori[sz]ed|cannot|can't|could not|unable|invalid|missing|mismatch(?:ed)?|expected|violat\w+|aborted|killed|timed out|not (?:found|authori[sz]ed|permitted|allowed|defined|ready|valid|\w+able)|no such)\b|(?:error|exception|backoff)\b|[✗✘✕]|^not ok /i;
/** Where it happened: an edit above moves it. */
const place = /(?<=\w):\d+(?::\d+)?\b|\b(line|col(?:umn)?)s? \d+/gi;
/** A name that is opaque in one of its parts is a name made for this time. */
const opaqueName = new RegExp(`[\\w.:/-]*${MASK}[\\w.:/-]*`, 'g');
/** Ports, process numbers, sizes in bytes. */
const longNumber = /\d{5,}/g;

/** How many things went well and how many did not, as a report counts them. */
const wentWell =
  /(\d+)(?:\/\d+)? (?:\w+ ){0,2}?(?:pass(?:ed|ing|es)?|ok|succeeded|successful|done|complete[d]?)\b|(\d+) of \d+/gi;
const wentBadly =
  /(\d+)(?: of \d+)? (?:\w+ ){0,2}?(?:fail(?:ed|ing|ures?|s)?|errors?|problems?|issues?|violations?|warnings?|more|left|remaining|differ|missing|unresolved|conflicts?)\b/gi;

/** What failed. */
export interface SymptomLines {
  /** The lines that say it, as hashes; of an error that does not say it, the first ones. */
  readonly symptom: readonly number[];
  /** How much went well and how much did not. */
  readonly tally: readonly [well: number, badly: number];
}

/** What a red result says about what failed. */
export function symptomLines(text: string, isError: boolean): SymptomLines {
  const all = text.split('\n');
  const some =
    all.length <= 2 * LINES_READ ? all : [...all.slice(0, LINES_READ), ...all.slice(-LINES_READ)];
  const told = some.filter((line) => telling.test(line));
  const chosen = told.length > 0 || !isError ? told : some.filter((line) => /\S/.test(line));
  const hashes = new Set<number>();
  for (const line of chosen) {
    if (hashes.size === LINES_KEPT) break;
    hashes.add(lineHash(withoutPlaces(line.slice(0, LINE_CHARACTERS))) & LINE_MASK);
  }
  const shown = some.join('\n');
  const badly = countedBy(wentBadly, shown);
  return {
    symptom: [...hashes],
    tally: [countedBy(wentWell, shown), badly === 0 ? told.length : badly],
  };
}

function countedBy(pattern: RegExp, text: string): number {
  let sum = 0;
  for (const [, one, other = ''] of text.matchAll(pattern)) sum += Number(one ?? other);
  return Math.min(sum, TALLY_MAX);
}

function withoutPlaces(line: string): string {
  return masked(line, /\d/.test(line), true)
    .replace(opaqueName, MASK)
    .replace(place, '$1')
    .replace(longNumber, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
