/**
 * `npm run bench:opinion -- --stress DIR`: what a second opinion changes on the stress runs, whatever the model says.
 *
 * The model is a script that is always right, always wrong or says anything. So the table shows both what there is to
 * gain, and the most that a bad or a misled model can spoil within the band.
 */
import { parseArgs } from 'node:util';
import { countWithInterval } from './judgement/interval.ts';
import { scriptedModels, withOpinions, type ScriptedModel } from './judgement/opinions.ts';
import { stressRuns, type StressRun } from './judgement/stress-runs.ts';
import { judgeStress, stressFigures } from './judgement/stress-score.ts';

const HEAD = [
  'the model is',
  'healthy runs stopped',
  'stuck runs caught',
  'in time',
  'calls until the stop (mean)',
  'runs it was asked about',
];

function rowOf(model: ScriptedModel, runs: readonly StressRun[]): readonly string[] {
  let askedRuns = 0;
  const verdicts = runs.map((run) => {
    let asked = 0;
    const verdict = judgeStress(run, {
      name: model.name,
      family: 'ours',
      rule: '',
      firedAt: (thread) => {
        const own = run.run.threads.find((one) => one === thread);
        if (own === undefined) throw new Error('a thread of another run');
        const opined = withOpinions(run.run, own, model);
        ({ asked } = { asked: asked + opined.asked });
        return opined.firedAt;
      },
    });
    if (asked > 0) askedRuns += 1;
    return verdict;
  });
  const { stuck, caught, inTime, healthy, wrong } = stressFigures(model.name, verdicts);
  const taken = verdicts.flatMap((one) =>
    one.outcome === 'caught' || one.outcome === 'late' ? (one.taken ?? []) : [],
  );
  const mean = taken.reduce((sum, calls) => sum + calls, 0) / Math.max(1, taken.length);
  return [
    model.name,
    countWithInterval(wrong, healthy),
    countWithInterval(caught, stuck),
    countWithInterval(inTime, stuck),
    mean.toFixed(1),
    `${askedRuns} of ${runs.length}`,
  ];
}

function tableOf(runs: readonly StressRun[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...scriptedModels.map((model) => line(rowOf(model, runs))),
  ].join('\n');
}

const { values } = parseArgs({ options: { stress: { type: 'string' } } });
if (values.stress === undefined) {
  process.stderr.write(
    'Name the folder of the stress runs: npm run bench:opinion -- --stress DIR\n',
  );
  process.exitCode = 2;
} else {
  const runs = stressRuns(values.stress);
  console.log(`Clear families:\n\n${tableOf(runs.filter(({ clear }) => clear))}\n`);
  console.log(`Debatable families:\n\n${tableOf(runs.filter(({ clear }) => !clear))}`);
}
