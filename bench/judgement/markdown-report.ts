/**
 * The benchmark as markdown: the overall table, one table for each question, and the rules.
 */
import type { RunSet } from './run-sets.ts';
import type { Delays, Score } from './score.ts';
import type { Standing } from './standing.ts';

type Row = readonly string[];

/** The whole report. */
export function markdownReport(sets: readonly RunSet[], standings: readonly Standing[]): string {
  return [
    '# Judgement: who stops stuck runs, and who stops healthy ones',
    runsTable(sets),
    '## Overall',
    `Recall and wrong stops are means over sets with at least ten such runs, debatable cases left out; the
counts beside them are of all runs but the debatable, so they also show what the small sets hold.
Calls run from the first call of the loop to the one that was stopped at, both counted; only runs whose
loop has a marked beginning have them. Early: stopped before that beginning, counted as 0 calls.

Peers are written anew from their described behaviour. Where a transcript lacks what a rule needs, the
kinder reading was taken; each file says which. Runs that a detector was tuned on flatter it.`,
    overallTable(standings),
    '## Stuck runs caught',
    perSet(sets, standings, ({ stuck }) => stuck > 0, caughtCell),
    '## Calls until the stop (median / 90th percentile / worst)',
    perSet(
      sets,
      standings,
      (score, set) => hasMarks(score, set),
      ({ delays }) => calls(delays),
    ),
    '## Healthy runs stopped',
    perSet(sets, standings, ({ healthy }) => healthy > 0, wrongCell),
    '## Rules',
    table(
      ['detector', 'rule'],
      standings.map(({ detector }) => [detector.name, detector.rule]),
    ),
  ].join('\n\n');
}

function runsTable(sets: readonly RunSet[]): string {
  const count = (set: RunSet, expect: string) =>
    String(set.runs.filter((run) => run.expect === expect).length);
  return table(
    ['set', 'stuck runs', 'healthy runs'],
    sets.map((set) => [set.name, count(set, 'stuck'), count(set, 'not_stuck')]),
  );
}

function overallTable(standings: readonly Standing[]): string {
  const head = ['detector', 'recall', 'caught', 'calls (median / p90 / worst)', 'early'];
  return table(
    [...head, 'wrong stops', 'healthy runs stopped'],
    standings.map(({ detector, overall, recall, wrongStops }) => [
      detector.family === 'ours' ? `**${detector.name}**` : detector.name,
      percent(recall),
      `${overall.caught} of ${overall.stuck}`,
      calls(overall.delays),
      String(overall.early),
      percent(wrongStops),
      `${overall.wrongStops} of ${overall.healthy}`,
    ]),
  );
}

function perSet(
  sets: readonly RunSet[],
  standings: readonly Standing[],
  belongs: (score: Score, set: RunSet) => boolean,
  cell: (score: Score) => string,
): string {
  const first = standings[0]?.scores ?? [];
  const shown = sets.flatMap((set, index) => {
    const score = first[index];
    return score !== undefined && belongs(score, set) ? [index] : [];
  });
  if (shown.length === 0) return 'No such runs.';
  return table(
    ['detector', ...shown.map((index) => sets[index]?.name ?? '')],
    standings.map(({ detector, scores }) => [
      detector.name,
      ...shown.flatMap((index) => scores.slice(index, index + 1).map(cell)),
    ]),
  );
}

function hasMarks({ stuck }: Score, set: RunSet): boolean {
  return stuck > 0 && set.runs.some((run) => run.expect === 'stuck' && run.loopStart !== null);
}

function caughtCell({ caught, stuck }: Score): string {
  return `${caught} (${percent(caught / stuck)})`;
}

function wrongCell({ wrongStops, healthy }: Score): string {
  return wrongStops === 0 ? '0' : `${wrongStops} (${percent(wrongStops / healthy)})`;
}

function calls(delays: Delays | null): string {
  return delays === null ? '–' : `${delays.median} / ${delays.p90} / ${delays.worst}`;
}

/** Never rounded to a clean 0 or 100 that it is not. */
function percent(share: number | null): string {
  if (share === null) return '–';
  const value = share * 100;
  const clean = value === 0 || value === 100;
  return clean ? `${value} %` : `${Math.min(99.9, Math.max(0.1, value)).toFixed(1)} %`;
}

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
