/** A run step by step, as a person reads it. */
import { expect, test } from 'vitest';
import type { CorpusRun } from '../../transcripts/index.ts';
import { explainRun } from './explain-run.ts';

test('every event has its points and its reason, and the last one says why it stopped', () => {
  const look = { kind: 'tool' as const, tool: 'look', args: { at: 'a' }, result: 'a=1' };
  const run: CorpusRun = {
    id: 'r',
    expect: null,
    loopStart: null,
    caseClass: null,
    source: { file: 'f', line: 1 },
    threads: [
      {
        id: 'r',
        events: [{ kind: 'prompt', text: 'go' }, ...Array.from({ length: 7 }, () => look)],
        origins: [0, 1, 2, 3, 4, 5, 6, 7],
      },
    ],
  };
  const lines = explainRun(run);
  expect(lines.slice(0, 4)).toEqual([
    'r',
    '    0        = 0     prompt: go',
    '    1        = 0     look {"at":"a"}',
    '    2   +2.6 = 2.6   look {"at":"a"}  [the same call again, with nothing new in the result]',
  ]);
  expect(lines[6]).toContain('STOPPED');
  expect(lines[7]).toMatch(/^ {6}Called `look` 5 times and got the same result each time\./);
});
