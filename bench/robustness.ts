/**
 * `npm run bench:robustness -- [--corpus DIR] [--only PART] [--every N] [--show]`: which verdicts change with what must not matter.
 *
 * The families of this repository and its own cases, and with a folder its corpus and stress runs, are wrapped, cut,
 * renamed and so on; the table says how many verdicts change each way. `--show` names the families or runs, `--every 4`
 * takes one run of four.
 */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCorpus, type CorpusRun } from '../src/transcripts/index.ts';
import { families, familyRuns } from '../test/families/family-runs.ts';
import { detectors } from './judgement/detectors.ts';
import { changesBy, plainRuns, spoiltShare, type Changes } from './judgement/robustness.ts';
import { stressRuns } from './judgement/stress-runs.ts';
import { transformations } from './judgement/transformations/index.ts';

const ownCases = fileURLToPath(new URL('../test/cases', import.meta.url));
const HEAD = [
  'transformation',
  'stuck runs lost',
  'won',
  'healthy runs stopped',
  'freed',
  'spoilt',
];

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

async function corpusRuns(folder: string): Promise<CorpusRun[]> {
  const places = readdirSync(folder).filter(
    (name) => name !== 'stress' && !/\.(?:md|ts)$/.test(name),
  );
  const found: CorpusRun[] = [];
  const skipped = ({ file, problem }: { readonly file: string; readonly problem: string }) =>
    process.stderr.write(`skipped: ${file}: ${problem}\n`);
  for await (const run of readCorpus(
    places.map((name) => `${folder}/${name}`),
    skipped,
  )) {
    if (run.expect !== null && (run.caseClass ?? 'semantic') === 'semantic') found.push(run);
  }
  return found;
}

async function allRuns(corpus: string | undefined): Promise<CorpusRun[]> {
  const own = [...familyRuns(families).map(({ run }) => run), ...(await corpusRuns(ownCases))];
  if (corpus === undefined) return own;
  const stress = `${corpus}/stress/data`;
  const clear = existsSync(stress) ? stressRuns(stress).filter((one) => one.clear) : [];
  return [...own, ...clear.map(({ run }) => run), ...(await corpusRuns(corpus))];
}

function rowOf(changes: Changes): string {
  const { name, lost, won, stopped, freed } = changes;
  const counts = [lost, won, stopped, freed].map((ids) => String(ids.length));
  return line([name, ...counts, `${(100 * spoiltShare(changes)).toFixed(1)} %`]);
}

/** Runs by their family or file. */
function grouped(ids: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const [group = id] = id.split(/[/#-]/);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const most = [...counts].toSorted(([, a], [, b]) => b - a);
  return most.map(([group, count]) => `${group} ${count}`).join(', ');
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string' },
      only: { type: 'string', multiple: true },
      show: { type: 'boolean', default: false },
      every: { type: 'string', default: '1' },
    },
  });
  const [ours] = detectors;
  if (ours === undefined) return 2;
  const runs = await allRuns(values.corpus);
  const plain = plainRuns(
    runs.filter((_, index) => index % Number(values.every) === 0),
    ours,
  );
  const of = (expect: CorpusRun['expect']) => plain.filter(({ run }) => run.expect === expect);
  const stuck = of('stuck');
  const healthy = of('not_stuck');
  const stoppedOf = (some: typeof plain) => some.filter(({ outcome }) => outcome === 'stopped');
  console.log(
    `${stuck.length} stuck runs, ${stoppedOf(stuck).length} caught; ${healthy.length} healthy runs, ${stoppedOf(healthy).length} stopped.\n`,
  );
  console.log(`${line(HEAD)}\n${line(HEAD.map(() => '---'))}`);
  const chosen = transformations.filter(
    ({ name }) => values.only?.some((part) => name.includes(part)) ?? true,
  );
  for (const transformation of chosen) {
    const changes = changesBy(transformation, plain, ours);
    console.log(rowOf(changes));
    if (!values.show) continue;
    if (changes.lost.length > 0) console.log(`    lost: ${grouped(changes.lost)}`);
    if (changes.stopped.length > 0) console.log(`    stopped: ${grouped(changes.stopped)}`);
  }
  return 0;
}

process.exitCode = await main();
