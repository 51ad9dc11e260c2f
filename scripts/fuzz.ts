/**
 * `npm run fuzz [-- --target hooks] [--seconds 60] [--seed N] [--write]`: changes texts that others could write, guided by which
 * parts of the program they reach, and reads them.
 *
 * A text that breaks something is kept in `test/fixtures/fuzz/TARGET`, where `npm test` reads it from then on; `--write` keeps
 * those that reached something new in `test/fixtures/fuzz/corpora`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { corpusFile, keptCorpus } from '../test/fuzz/corpora.ts';
import { Coverage } from '../test/fuzz/coverage.ts';
import { distilled, growCorpus } from '../test/fuzz/grow-corpus.ts';
import { TARGETS, type Target } from '../test/fuzz/targets.ts';
import { positive, runScript } from './run/run-script.ts';
import { coreSeconds, count } from './run/search.ts';

const ROOT = join(import.meta.dirname, '..');

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      target: { type: 'string' },
      seconds: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
    },
  });
  const targets = TARGETS.filter(({ name }) => (values.target ?? name) === name);
  if (targets.length === 0) {
    throw new Error(`--target is one of ${TARGETS.map(({ name }) => name).join(', ')}`);
  }
  const seconds = positive('--seconds', values.seconds);
  const folder = mkdtempSync(join(tmpdir(), 'tripwire-fuzz-'));
  let isSound = true;
  try {
    for (const target of targets) {
      const run = { target, seconds, seed: Number(values.seed), folder, writes: values.write };
      isSound = (await fuzz(run)) && isSound;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return isSound ? 0 : 1;
}

interface Run {
  readonly target: Target;
  readonly seconds: number;
  readonly seed: number;
  readonly folder: string;
  readonly writes: boolean;
}

async function fuzz({ target, seconds, seed, folder, writes }: Run): Promise<boolean> {
  const coverage = new Coverage(join(ROOT, 'src'));
  const endsAt = coreSeconds() + seconds;
  const corpus = keptCorpus(target.name);
  const grown = await growCorpus({
    target,
    corpus,
    seed,
    coverage,
    folder,
    isEnough: () => coreSeconds() > endsAt,
  });
  const { inputs, added, failure, slowestMs } = grown;
  console.log(
    `fuzz: ${target.name}: ${count(inputs)} texts, ${count(coverage.characters)} characters of the ` +
      `sources reached, ${added.length} texts in batches that reached something new, ` +
      `the slowest ${Math.round(slowestMs)} ms, seed ${seed}`,
  );
  if (failure === null && writes && added.length > 0) {
    const kept = await distilled({ target, folder, coverage }, [...corpus, ...added]);
    writeFileSync(corpusFile(target.name), `${JSON.stringify(kept, null, 1)}\n`);
    console.log(`fuzz: ${target.name}: ${kept.length} texts are kept`);
  }
  coverage.close();
  return failure === null || tellFailure(target, failure);
}

function tellFailure({ name }: Target, { text, error }: { text: string; error: unknown }): boolean {
  const cases = join(ROOT, 'test/fixtures/fuzz', name);
  mkdirSync(cases, { recursive: true });
  const file = join(cases, `found-${Date.now()}.txt`);
  writeFileSync(file, text);
  console.error(`fuzz: ${name} is broken by ${file}:`, error);
  return false;
}

await runScript('fuzz', main);
