import { cleanLine } from '../../base/clean-text.ts';
/**
 * The stuck runs as a table on a terminal: one row each, as wide as the terminal allows.
 */
import { countText, moneyText, tokensText, whenText } from '../terminal/amounts.ts';
import { highest, sparkline } from '../terminal/sparkline.ts';
import { clip, span, widthOf, type Line, type Span } from '../terminal/styled-line.ts';
import type { StuckRun } from './judge.ts';
import { writerTitle } from './report.ts';

const SCORE_COLUMNS = 20;
const TEXT_COLUMNS_MAX = 24;
const GAP = '  ';

interface Column {
  readonly title: string;
  readonly isNumber: boolean;
  /** Left out of a terminal that is too narrow; the highest number goes first. */
  readonly dropOrder: number;
  readonly cell: (stuck: StuckRun) => Line;
}

function text(title: string, dropOrder: number, cell: (stuck: StuckRun) => string): Column {
  const shown = (stuck: StuckRun) => [span(clip(cleanLine(cell(stuck)), TEXT_COLUMNS_MAX))];
  return { title, isNumber: false, dropOrder, cell: shown };
}

function number(title: string, cell: (stuck: StuckRun) => string): Column {
  return { title, isNumber: true, dropOrder: 0, cell: (stuck) => [span(cell(stuck))] };
}

const columns: readonly Column[] = [
  text('client', 0, ({ run }) => writerTitle(run.client)),
  text('project', 2, ({ run }) => run.project ?? run.id),
  text('run', 4, ({ run }) => run.title),
  text('started', 3, ({ run }) => whenText(run.startedAtMs)),
  number('stuck from', ({ stuckFromCall, calls }) => `call ${stuckFromCall} of ${calls}`),
  number('calls', ({ afterStuck }) => countText(afterStuck.calls)),
  number('tokens', ({ afterStuck }) => tokensText(afterStuck.spent)),
  number('cost', ({ afterStuck }) => moneyText(afterStuck.spent)),
  text('stopped by', 0, ({ rule, stoppedAtCall }) => `${rule} at ${stoppedAtCall}`),
  { title: 'score', isNumber: false, dropOrder: 1, cell: scoreCell },
];

/** The table, the heading first. */
export function stuckTable(stuck: readonly StuckRun[], width: number): Line[] {
  let shown = columns;
  let lines = rows(shown, stuck);
  while (lines.some((line) => widthOf(line) > width)) {
    const next = Math.max(...shown.map(({ dropOrder }) => dropOrder));
    if (next === 0) break;
    shown = shown.filter(({ dropOrder }) => dropOrder !== next);
    lines = rows(shown, stuck);
  }
  return lines;
}

function rows(shown: readonly Column[], stuck: readonly StuckRun[]): Line[] {
  const cells = stuck.map((one) => shown.map(({ cell }) => cell(one)));
  const widths = shown.map(({ title }, column) =>
    Math.max(title.length, ...cells.map((row) => widthOf(row[column] ?? []))),
  );
  const heading = shown.map(({ title }): Line => [span(title, 'bold')]);
  return [heading, ...cells].map((row) =>
    row.flatMap((cell, column) => {
      const padding = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
      const gap = column === 0 ? '' : GAP;
      const filled: Span[] = shown[column]?.isNumber
        ? [span(gap + padding), ...cell]
        : [span(gap), ...cell, span(padding)];
      return filled;
    }),
  );
}

/** The score over the calls: as it rose, and red from where it would have been stopped. */
function scoreCell({ scores, threshold, stoppedAtCall }: StuckRun): Line {
  const values = highest(scores, SCORE_COLUMNS);
  const bars = sparkline(values, Math.max(threshold, ...values));
  const stop = Math.floor(((stoppedAtCall - 1) * values.length) / Math.max(1, scores.length));
  return [span(bars.slice(0, stop), 'yellow'), span(bars.slice(stop), 'red')];
}
