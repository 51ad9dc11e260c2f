/**
 * A change to a file as a unified diff, the form in which people read changes.
 *
 * Settings hold keys and tokens, and a diff shows lines around the change: there the values are left out, and
 * everywhere those whose name says that they are secret.
 */
import { structuredPatch, type StructuredPatchHunk } from 'diff';
import { span, type Line } from '../terminal/styled-line.ts';

type Hunk = StructuredPatchHunk;

const CONTEXT = 3;
/** Where comparing takes longer, the file is shown as a whole, not line by line. */
const TIME_MAX_MS = 2_000;
const TEXT_VALUE = /([:=]\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')/g;
const SECRET_VALUE =
  /((?:key|token|secret|password|passwd|auth\w*|credential\w*)["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')/gi;

/** The diff; null stands for a file that is not there. */
export function unifiedDiff(name: string, before: string | null, after: string | null): Line[] {
  const head: Line[] = [
    [span(`--- ${before === null ? '/dev/null' : name}`, 'bold')],
    [span(`+++ ${after === null ? '/dev/null' : name}`, 'bold')],
  ];
  return [...head, ...hunksOf(linesOf(before), linesOf(after)).flatMap(hunkLines)];
}

/** Lines; a last line without an end of its own says so, as diffs do. */
function linesOf(text: string | null): readonly string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1)} (no line end)`];
}

function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  const limits = { context: CONTEXT, timeout: TIME_MAX_MS };
  const patch = structuredPatch('', '', text(before), text(after), '', '', limits);
  if (patch !== undefined) return patch.hunks;
  const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  const [oldLines, newLines] = [before.length, after.length];
  return [{ oldStart: 1, oldLines, newStart: 1, newLines, lines }];
}

function hunkLines({ oldStart, oldLines, newStart, newLines, lines }: Hunk): readonly Line[] {
  const range = (start: number, count: number) => `${count === 0 ? start - 1 : start},${count}`;
  const head = `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`;
  return [[span(head, 'cyan')], ...lines.map(shown)];
}

function shown(line: string): Line {
  const known = line.replaceAll(SECRET_VALUE, '$1"…"');
  if (line.startsWith(' ')) return [span(known.replaceAll(TEXT_VALUE, '$1"…"'), 'dim')];
  return [span(known, line.startsWith('+') ? 'green' : 'red')];
}
