/**
 * A change to a file as a unified diff, the form in which people read changes.
 *
 * Settings hold keys and tokens, and a diff shows lines around the change: there the values are left out, and
 * everywhere those whose name says that they are secret.
 */
import { span, type Line } from '../terminal/styled-line.ts';

/** A line of one side or of both. */
interface Told {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

const CONTEXT = 3;
/** Above this many pairs of lines the changed part is shown as a whole, not line by line. */
const PAIRS_MAX = 4_000_000;
const TEXT_VALUE = /([:=]\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')/g;
const SECRET_VALUE =
  /((?:key|token|secret|password|passwd|auth\w*|credential\w*)["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')/gi;

/** The diff; null stands for a file that is not there. */
export function unifiedDiff(name: string, before: string | null, after: string | null): Line[] {
  const told = compared(linesOf(before), linesOf(after));
  const head: Line[] = [
    [span(`--- ${before === null ? '/dev/null' : name}`, 'bold')],
    [span(`+++ ${after === null ? '/dev/null' : name}`, 'bold')],
  ];
  return [...head, ...hunks(told)];
}

/** Lines; a last line without an end of its own says so, as diffs do. */
function linesOf(text: string | null): readonly string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1)} (no line end)`];
}

function compared(before: readonly string[], after: readonly string[]): readonly Told[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const tailMax = Math.min(before.length, after.length) - head;
  while (tail < tailMax && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const same = (text: string): Told => ({ sign: ' ', text });
  return [
    ...before.slice(0, head).map(same),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

/** The shortest way from one list of lines to the other. */
function middle(before: readonly string[], after: readonly string[]): readonly Told[] {
  const gone = before.map((text): Told => ({ sign: '-', text }));
  const come = after.map((text): Told => ({ sign: '+', text }));
  if (before.length * after.length > PAIRS_MAX) return [...gone, ...come];
  const width = after.length + 1;
  // How many lines both have in common from here to their ends.
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const told: Told[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      told.push({ sign: ' ', text: before[i] ?? '' });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      told.push({ sign: '-', text: before[i] ?? '' });
      i += 1;
    } else {
      told.push({ sign: '+', text: after[j] ?? '' });
      j += 1;
    }
  }
  return [...told, ...gone.slice(i), ...come.slice(j)];
}

function hunks(told: readonly Told[]): readonly Line[] {
  const lines: Line[] = [];
  const near = told.map((_, at) =>
    told.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  );
  let [old, fresh] = [1, 1];
  for (const [at, line] of told.entries()) {
    if (near[at] && !near[at - 1]) lines.push(hunkHead(told, near, at, old, fresh));
    if (near[at]) lines.push(shown(line));
    if (line.sign !== '+') old += 1;
    if (line.sign !== '-') fresh += 1;
  }
  return lines;
}

function hunkHead(
  told: readonly Told[],
  near: readonly boolean[],
  start: number,
  old: number,
  fresh: number,
): Line {
  const end = near.indexOf(false, start);
  const hunk = told.slice(start, end === -1 ? told.length : end);
  const range = (first: number, other: string) => {
    const count = hunk.filter(({ sign }) => sign !== other).length;
    return `${count === 0 ? first - 1 : first},${count}`;
  };
  return [span(`@@ -${range(old, '+')} +${range(fresh, '-')} @@`, 'cyan')];
}

function shown({ sign, text }: Told): Line {
  const known = text.replaceAll(SECRET_VALUE, '$1"…"');
  if (sign === ' ') return [span(` ${known.replaceAll(TEXT_VALUE, '$1"…"')}`, 'dim')];
  return [span(`${sign}${known}`, sign === '+' ? 'green' : 'red')];
}
