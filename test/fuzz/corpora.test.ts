/**
 * Every reader of what others wrote, with all texts that `npm run fuzz` has kept, and some new ones: it reads them or refuses
 * them in its own words, within its time.
 */
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { keptCases, keptCorpus } from './corpora.ts';
import { Coverage } from './coverage.ts';
import { growCorpus } from './grow-corpus.ts';
import { TARGETS, type Target } from './targets.ts';

vi.setConfig({ testTimeout: 300_000 });

const NEW_TEXTS = 64;

function grow(target: Target, corpus: readonly string[], count: number, folder: string) {
  const coverage = new Coverage(join(import.meta.dirname, '../../src'));
  const isEnough = (inputs: number) => inputs >= corpus.length + count;
  return growCorpus({ target, corpus, seed: 4, coverage, folder, isEnough }).finally(() =>
    coverage.close(),
  );
}

test.for(TARGETS)('$name: nothing breaks', async (target) => {
  const folder = temporaryFolder('fuzz');
  const corpus = [...keptCases(target.name), ...keptCorpus(target.name)];
  const { numRuns } = runs(NEW_TEXTS);
  const { failure } = await grow(target, corpus, numRuns, folder);
  expect(failure?.error, failure?.text.slice(0, 400)).toBeUndefined();
});

describe('the fuzzer', () => {
  test('goes where no seed does, step by step, and finds what breaks there', async () => {
    const read = (text: string) => {
      if (readDeep(text) === 3) throw new Error('three brackets in a row');
    };
    const target = { name: 'brackets', seeds: () => ['a'], read };
    const folder = temporaryFolder('fuzz');
    const { failure } = await grow(target, [], 20_000, folder);
    expect(failure?.text).toContain('[[[');
  });

  test('leaves a reader alone that breaks on nothing', async () => {
    const target = { name: 'quiet', seeds: () => ['{}'], read: () => undefined };
    const { failure, inputs } = await grow(target, [], 200, temporaryFolder('fuzz'));
    expect(failure).toBeNull();
    expect(inputs).toBeGreaterThanOrEqual(200);
  });
});

function readDeep(text: string): number {
  let depth = 0;
  while (text.startsWith('[', depth) && depth < 3) depth += 1;
  return depth;
}
