/**
 * Generated blocks replace what stands between their markers, and say the right thing.
 */
import { describe, expect, test } from 'vitest';
import { replaceBlock } from '../../scripts/docs/generated-block.ts';
import { renderByHand } from '../../scripts/docs/render-by-hand.ts';
import { renderProvenCount, renderProvenRows } from '../../scripts/docs/render-proven-rows.ts';
import { renderReasons } from '../../scripts/docs/render-reasons.ts';
import { renderRoomArrows, renderRoomTable } from '../../scripts/docs/render-rooms.ts';
import type { Requirement } from '../../spec/requirement.ts';

const OPEN = '<!-- generated:x -->';
const CLOSE = '<!-- /generated:x -->';

describe('replaceBlock', () => {
  test('keeps everything outside the markers and is stable', () => {
    const once = replaceBlock(`# a\n${OPEN}old${CLOSE}\nb $&\n`, 'x', 'new $& \n');
    expect(once).toBe(`# a\n${OPEN}\n\nnew $&\n\n${CLOSE}\nb $&\n`);
    expect(replaceBlock(once, 'x', 'new $&')).toBe(once);
  });

  test.each([
    ['no marker', '# a'],
    ['no end', OPEN],
    ['no start', CLOSE],
    ['the wrong order', CLOSE + OPEN],
    ['two starts', OPEN + OPEN + CLOSE],
    ['two ends', OPEN + CLOSE + CLOSE],
    ['another block', '<!-- generated:y --><!-- /generated:y -->'],
  ])('refuses a document with %s', (_, document) => {
    expect(() => replaceBlock(document, 'x', 'new')).toThrow('exactly once');
  });
});

describe('the tables of requirements', () => {
  const fault = { file: 'f', text: 'a', replacement: 'b', breaks: 'c' };
  const done = (id: string): Requirement => ({
    id,
    text: 'a | b',
    source: 's',
    status: 'done',
    byHand: { command: `show ${id}`, shows: 'it … holds', exitCode: 1 },
    fault,
  });
  const planned = (id: string): Requirement => ({ id, text: 'a', source: 's', status: 'planned' });
  const citations = [
    { file: 'src/a.test.ts', line: 1, ids: ['T1'] },
    { file: 'src/a.test.ts', line: 2, ids: ['T2', 'T1'] },
    { file: 'src/b.test.ts', line: 1, ids: ['T1'] },
  ];

  test('lists done rows with the files that cite them, then the planned ids', () => {
    const rows = [done('T1'), done('T2'), planned('T3'), planned('K1'), planned('K2')];
    expect(renderProvenRows(rows, citations).split('\n')).toEqual([
      '| id | what | proven by |',
      '| --- | --- | --- |',
      String.raw`| T1 | a \| b | [src/a.test.ts](../src/a.test.ts), [src/b.test.ts](../src/b.test.ts) |`,
      String.raw`| T2 | a \| b | [src/a.test.ts](../src/a.test.ts) |`,
      '',
      '2 of 5 requirements are proven. Planned: T3, K1–K2.',
    ]);
  });

  test('name the command that shows a row, what it prints and how it ends', () => {
    expect(renderByHand([done('T1'), planned('T2')]).split('\n')).toEqual([
      '| id | command | shows |',
      '| --- | --- | --- |',
      '| T1 | `show T1` | `it` … `holds`; exit code 1 |',
    ]);
  });

  test('has no table without done rows and no planned ids without planned ones', () => {
    expect(renderProvenRows([planned('T1')], [])).toBe(
      '0 of 1 requirements are proven. Planned: T1.',
    );
    expect(renderProvenRows([done('T1')], citations)).toMatch(
      /\n\n1 of 1 requirements are proven\.$/,
    );
  });

  test('the README has one line that leads to the table', () => {
    expect(renderProvenCount([done('T1'), planned('T2')])).toBe(
      '1 of 2 requirements are proven. Planned: T2. ' +
        'The table of rows and tests: [docs/requirements.md](docs/requirements.md).',
    );
  });
});

describe('the tables of rooms', () => {
  const leaf = { what: 'the leaf', mayImport: [], packages: [], builtins: [], pure: true };
  const table = {
    base: { ...leaf, doors: 'every file' as const },
    gate: {
      ...leaf,
      what: 'lets through',
      mayImport: ['base'],
      packages: ['zod'],
      pure: false,
      doors: ['index.ts', 'more.ts'],
    },
  };

  test('say what, arrows, packages and doors, as much as each page needs', () => {
    const rows = (text: string) => text.split('\n').slice(2);
    expect(rows(renderRoomArrows(table))).toEqual([
      '| `base` (pure) | the leaf |  |',
      '| `gate` | lets through | `base`; `zod` |',
    ]);
    expect(rows(renderRoomTable(table))).toEqual([
      '| `base` (pure) | the leaf |  |  | every file |',
      '| `gate` | lets through | `base` | `zod` | `index.ts`, `more.ts` |',
    ]);
  });

  test('a row with many arrows names what it leaves out', () => {
    const others = Array.from({ length: 14 }, (_, index) => `r${index}`);
    const all = Object.fromEntries(others.map((name) => [name, { ...leaf, doors: [] }]));
    const top = { ...leaf, doors: [], mayImport: others.slice(1) };
    expect(
      renderRoomArrows({ ...all, top })
        .split('\n')
        .at(-1),
    ).toBe('| `top` (pure) | the leaf | all but `r0` |');
    const every = { ...top, mayImport: others };
    expect(
      renderRoomTable({ ...all, top: every })
        .split('\n')
        .at(-1),
    ).toContain('| all |');
  });
});

test('renderReasons makes one table for each group, in order', () => {
  const reason = (code: string, group: string) => ({ code, group, meaning: 'm', remedy: 'r' });
  const reasons = [reason('B', 'veto'), reason('C', 'hold'), reason('A', 'veto')];
  expect(renderReasons(reasons).split('\n')).toEqual([
    '## veto',
    '',
    '| code | meaning | what to do |',
    '| --- | --- | --- |',
    '| `B` | m | r |',
    '| `A` | m | r |',
    '',
    '## hold',
    '',
    '| code | meaning | what to do |',
    '| --- | --- | --- |',
    '| `C` | m | r |',
  ]);
});
