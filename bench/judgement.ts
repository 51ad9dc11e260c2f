/**
 * `npm run bench:judgement [-- --corpus DIR] [--show DETECTOR]`: our detectors and the published rules
 * of the peers, side by side on the same runs.
 *
 * Prints the report and writes it to reports/judgement.md, with the plot beside it. `--show` lists the
 * runs that one detector got wrong. Without a corpus it runs on the repository's own cases; a corpus with a folder
 * `stress` in it is judged on those runs as well, by family.
 */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCorpus, type CorpusRun } from '../src/transcripts/index.ts';
import { detectors } from './judgement/detectors.ts';
import { markdownReport } from './judgement/markdown-report.ts';
import { mistakesOf } from './judgement/mistakes.ts';
import { runSets } from './judgement/run-sets.ts';
import { standingOf } from './judgement/standing.ts';
import { stressReport } from './judgement/stress-report.ts';
import { stressRuns } from './judgement/stress-runs.ts';
import { svgPlot } from './judgement/svg-plot.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const ownCases = `${root}test/cases`;

/** Where a corpus keeps the stress runs. */
const STRESS = 'stress';

/** Folders, and files of runs; a corpus has a README as well. */
function isCorpus(path: string): boolean {
  return statSync(path).isDirectory() || /\.jsonl?$/.test(path);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Every run with a label. A benchmark with silent gaps would lie, so gaps are counted aloud. */
async function labelledRuns(folder: string, stress: string): Promise<CorpusRun[]> {
  const runs: CorpusRun[] = [];
  let unlabelled = 0;
  // The stress runs have a format of their own.
  const places = existsSync(stress)
    ? readdirSync(folder)
        .filter((name) => name !== STRESS)
        .map((name) => `${folder}/${name}`)
    : [folder];
  const corpus = readCorpus(places.filter(isCorpus), ({ file, line, problem }) =>
    say(`skipped: ${file}${line === null ? '' : `:${line}`}: ${problem}`),
  );
  for await (const run of corpus) {
    if (run.expect === null) unlabelled += 1;
    else runs.push(run);
  }
  if (unlabelled > 0) say(`skipped: ${unlabelled} runs that say neither stuck nor not stuck`);
  return runs;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { corpus: { type: 'string' }, show: { type: 'string', multiple: true } },
  });
  const folder = values.corpus ?? ownCases;
  if (values.corpus === undefined && !existsSync(ownCases)) {
    say('There are no cases of our own yet: test/cases does not exist.');
    say('Name a folder of runs: npm run bench:judgement -- --corpus DIR');
    return 2;
  }
  const stress = `${folder}/${STRESS}/data`;
  const runs = await labelledRuns(folder, stress);
  if (runs.length === 0) {
    say(`No labelled runs in ${folder}: nothing to judge.`);
    return 2;
  }
  const sets = runSets(runs);
  say(`${runs.length} runs in ${sets.length} sets`);
  const standings = detectors.map((detector, index) => {
    say(`judging ${index + 1} of ${detectors.length}: ${detector.name}`);
    return standingOf(detector, sets);
  });
  const sections = [markdownReport(sets, standings)];
  if (existsSync(stress)) {
    say('judging the stress runs');
    sections.push(stressReport(stressRuns(stress), detectors));
  }
  const report = `${sections.join('\n\n')}\n`;
  mkdirSync(`${root}reports`, { recursive: true });
  writeFileSync(`${root}reports/judgement.md`, report);
  writeFileSync(`${root}reports/judgement.svg`, svgPlot(standings));
  console.log(report);
  const shown = standings.filter(({ detector }) => values.show?.includes(detector.name));
  for (const line of shown.flatMap(mistakesOf)) console.log(line);
  say('written: reports/judgement.md, reports/judgement.svg');
  return 0;
}

process.exitCode = await main();
