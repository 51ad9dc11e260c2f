/**
 * The stress runs as markdown: all detectors side by side, then ours by family, wrong stops first.
 */
import type { Detector } from './detectors.ts';
import { countWithInterval } from './interval.ts';
import type { StressRun } from './stress-runs.ts';
import { judgeStress, stressFigures, type StressVerdict } from './stress-score.ts';

type Row = readonly string[];

/** The section on the stress runs. */
export function stressReport(runs: readonly StressRun[], detectors: readonly Detector[]): string {
  const judged = detectors.map((detector) => ({
    detector,
    verdicts: runs.map((run) => judgeStress(run, detector)),
  }));
  const [ours] = judged;
  return [
    '## Stress runs',
    `Full-text runs of current agents, made by a generator, ${runs.length} in all; debatable families are left out of
the first table. *In time*: within as many calls of the loop as a sensible person would allow. Brackets: 95 %
intervals (Wilson).`,
    table(
      ['detector', 'healthy runs stopped', 'stuck runs caught', 'in time', 'before the loop'],
      judged.map(({ detector, verdicts }) => detectorRow(detector, verdicts)),
    ),
    ...(ours === undefined ? [] : [familyTables(ours.verdicts)]),
  ].join('\n\n');
}

function detectorRow({ name, family }: Detector, verdicts: readonly StressVerdict[]): Row {
  const clear = verdicts.filter(({ run }) => run.clear);
  const { stuck, caught, inTime, early, healthy, wrong } = stressFigures(name, clear);
  return [
    family === 'ours' ? `**${name}**` : name,
    countWithInterval(wrong, healthy),
    countWithInterval(caught, stuck),
    countWithInterval(inTime, stuck),
    String(early),
  ];
}

function familyTables(verdicts: readonly StressVerdict[]): string {
  const families = [...new Set(verdicts.map(({ run }) => run.family))];
  const figures = families.map((family) => {
    const own = verdicts.filter(({ run }) => run.family === family);
    const debatable = own.some(({ run }) => !run.clear);
    return { ...stressFigures(debatable ? `${family} (debatable)` : family, own), own };
  });
  const healthy = figures.filter(({ healthy: count }) => count > 0);
  const stuck = figures.filter(({ stuck: count }) => count > 0);
  return [
    '### Ours by family: healthy runs stopped',
    table(
      ['family', 'stopped'],
      healthy.map(({ name, wrong, healthy: of }) => [name, countWithInterval(wrong, of)]),
    ),
    '### Ours by family: stuck runs caught',
    table(
      ['family', 'caught', 'in time', 'calls until the stop (median, allowed)'],
      stuck.map(({ name, caught, inTime, stuck: of, own }) => [
        name,
        countWithInterval(caught, of),
        countWithInterval(inTime, of),
        callsOf(own),
      ]),
    ),
  ].join('\n\n');
}

function callsOf(verdicts: readonly StressVerdict[]): string {
  const taken = verdicts.flatMap((one) => (one.outcome === 'missed' ? [] : (one.taken ?? [])));
  const median = taken.toSorted((a, b) => a - b)[taken.length >> 1];
  return `${median ?? '–'}, ${verdicts[0]?.run.limit ?? '–'}`;
}

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
