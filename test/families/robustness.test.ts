/** What must not matter: a sample of the families, wrapped, framed, coloured, numbered, dated, renamed and paced otherwise. */
import { describe, expect, test } from 'vitest';
import { detectors } from '../../bench/judgement/detectors.ts';
import { changesBy, plainRuns, spoiltShare } from '../../bench/judgement/robustness.ts';
import { transformations } from '../../bench/judgement/transformations/index.ts';
import { IS_LONG } from '../kit/runs.ts';
import { familyRuns, measuredFamilies } from './family-runs.ts';

const [ours] = detectors;
if (ours === undefined) throw new Error('there is no detector of ours');
/** One run of every second family; in the long form two of each, in different manners. */
const EVERY = IS_LONG ? 8 : 32;
const sample = familyRuns(measuredFamilies, {}, EVERY);
const plain = plainRuns(
  sample.map(({ run }) => run),
  ours,
);

/** The share of verdicts that each may spoil, on this sample; what is not named here is measured by the bench alone. */
const BOUNDS: Readonly<Record<string, number>> = {
  'wrapped as text blocks': 0.01,
  'wrapped as {output, metadata}': 0.01,
  'wrapped as MCP content': 0.01,
  'wrapped twice': 0.01,
  'in a code fence': 0.01,
  'a constant head': 0.015,
  'a constant head and foot': 0.015,
  'a head with a counter': 0.015,
  'ANSI colours': 0.01,
  CRLF: 0.01,
  'line numbers': 0.01,
  'a timestamp before each line': 0.01,
  'tools of a server': 0.01,
  'arguments in camelCase': 0.01,
  'middle cut out to 200': 0.035,
  'tools with unknown names': 0.03,
  'arguments with unknown names': 0.02,
  'words of another script, names kept': 0.045,
  'pauses × ⅓ to 3 at random': 0.01,
  'a clock read at every third call': 0.025,
  'a to-do list at every fifth call': 0.02,
};

describe('the verdicts stay', () => {
  for (const [name, share] of Object.entries(BOUNDS)) {
    test(name, () => {
      const transformation = transformations.find((one) => one.name === name);
      if (transformation === undefined) throw new Error(`no transformation is called ${name}`);
      expect(spoiltShare(changesBy(transformation, plain, ours))).toBeLessThanOrEqual(share);
    });
  }
});
