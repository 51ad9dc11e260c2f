/**
 * Waste beyond loops on a terminal: a row for each kind, and what no transcript told.
 */
import { countText, moneyText, tokensText } from '../terminal/amounts.ts';
import { span, widthOf, type Line } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';
import type { ScanReport } from './report.ts';
import type { WasteSum } from './waste-tally.ts';
import { WASTE_WORDS, runsText, savings, shareText, startText, untoldText } from './waste-words.ts';

const HEADINGS = ['besides loops', 'runs', 'calls', 'tokens', 'cost', 'of tokens'];
/** Left out of a terminal that is too narrow, one after the other. */
const DROPPED_FIRST = ['calls', 'of tokens', 'cost'];

/** The rows, and what stands below them. */
export function wasteLines(report: ScanReport, width: number): Line[] {
  const { waste } = report;
  const start = startText(waste);
  const untold = waste.kinds.flatMap((sum) => {
    const words = untoldText(sum);
    return words === null ? [] : [`${WASTE_WORDS[sum.kind].title}: ${words}.`];
  });
  const notes = [...(start === null ? [] : [`Starting context: ${start}.`]), ...capitals(untold)];
  return [
    ...fitting(waste.kinds, width),
    [span('Kinds overlap; --json and --html say what each one counts.', 'dim')],
    ...notes.map((note): Line => [span(note, 'dim')]),
  ];
}

/** A line for each rule that stopped something. */
export function savingLines(report: ScanReport): Line[] {
  const saved = savings(report);
  if (saved.length < 2) return [];
  const rows = saved.map(({ rule, runs, calls, spent }): Line[] =>
    [rule, countText(runs), countText(calls), tokensText(spent), moneyText(spent)].map(cell),
  );
  return textTable(['would have saved', 'runs', 'calls', 'tokens', 'cost'], rows);
}

function fitting(kinds: readonly WasteSum[], width: number): Line[] {
  const rows = kinds.map((sum) => {
    const found = sum.runs === 0 ? '–' : null;
    return [
      WASTE_WORDS[sum.kind].title,
      runsText(sum),
      found ?? countText(sum.calls),
      found ?? tokensText(sum.spent),
      found ?? moneyText(sum.spent),
      found ?? shareText(sum) ?? '–',
    ];
  });
  for (let dropped = 0; ; dropped += 1) {
    const gone = DROPPED_FIRST.slice(0, dropped);
    const isShown = (_: string, column: number) => !gone.includes(HEADINGS[column] ?? '');
    const table = textTable(
      HEADINGS.filter(isShown),
      rows.map((row) => row.filter(isShown).map(cell)),
    );
    if (dropped === DROPPED_FIRST.length || table.every((line) => widthOf(line) <= width)) {
      return table;
    }
  }
}

function cell(text: string): Line {
  return [span(text)];
}

function capitals(sentences: readonly string[]): string[] {
  return sentences.map((one) => `${one.slice(0, 1).toUpperCase()}${one.slice(1)}`);
}
