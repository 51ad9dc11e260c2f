/**
 * `node bench/unmeasured-families.ts`: what the judge makes of the families that nobody has measured yet, as a table.
 *
 * To be run once before anything is mended for them; what it prints is the first figure of the batch.
 */
import { familyRuns } from '../test/families/family-runs.ts';
import { unmeasuredFamilies } from '../test/families/unmeasured.ts';
import { detectors } from './judgement/detectors.ts';
import { judgeStress, stressFigures, type StressVerdict } from './judgement/stress-score.ts';

const [ours] = detectors;
if (ours === undefined) throw new Error('there is no detector of ours');

function row(name: string, verdicts: readonly StressVerdict[]): string {
  const { stuck, caught, inTime, early, healthy, wrong } = stressFigures(name, [...verdicts]);
  return `| ${[name, stuck, caught, inTime, early, healthy, wrong].join(' | ')} |`;
}

const verdicts = familyRuns(unmeasuredFamilies).map((run) => judgeStress(run, ours));
const lines = unmeasuredFamilies.map(({ name }) =>
  row(
    name,
    verdicts.filter(({ run }) => run.family === name),
  ),
);
process.stdout.write(
  [
    '| family | stuck | caught | in time | early | healthy | stopped wrongly |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    row('all', verdicts),
    '',
  ].join('\n'),
);
