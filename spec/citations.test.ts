/**
 * Citations are found however the call is written, and only where there is a call.
 */
import { expect, test } from 'vitest';
import { type FoundCitations, findCitations } from './citations.ts';

const find = (text: string): FoundCitations => findCitations([{ path: 'src/a.test.ts', text }]);
const ids = (text: string): string[] => find(text).citations.flatMap((citation) => citation.ids);

test('reads one id, a list, and both across line breaks', () => {
  expect(ids(`verifies('T1', 'a', () => {});`)).toEqual(['T1']);
  expect(ids(`verifies(["T1", 'T2'], 'a', () => {});`)).toEqual(['T1', 'T2']);
  expect(ids(`verifies(\n  // why\n  [\n    'T1',\n    'T2',\n  ],\n  'a',\n  fn,\n);`)).toEqual([
    'T1',
    'T2',
  ]);
});

test('finds calls inside describe blocks, loops and typed code', () => {
  const text = `
    describe('gate', () => {
      for (const pair of PAIRS as readonly Pair[]) {
        verifies('T6', \`orders \${pair.name}\`, async (): Promise<void> => {});
      }
    });`;
  expect(find(text).citations).toEqual([{ file: 'src/a.test.ts', line: 4, ids: ['T6'] }]);
});

test('does not take a comment, a string or another function for a citation', () => {
  expect(ids(`// verifies('T1', 'a', fn)`)).toEqual([]);
  expect(ids('const text = `verifies("T1")`;')).toEqual([]);
  expect(ids(`falsifies('T1', 'a', fn); page.verifies('T2');`)).toEqual([]);
});

test('reports a call whose ids it cannot read', () => {
  for (const argument of ['ROW', '[ROW]', '`T1`', '...rows', '']) {
    expect(find(`\nverifies(${argument});`).unreadable).toEqual([
      { file: 'src/a.test.ts', line: 2 },
    ]);
  }
});

test('names a file that does not parse', () => {
  expect(() => find('verifies(')).toThrow('src/a.test.ts does not parse');
});
