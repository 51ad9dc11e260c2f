/** The state of a judge stays within 16 KiB in the worst of threads: all memories full, all of errors. */
import { expect, test } from 'vitest';
import {
  digestEvent,
  initialJudge,
  judgeEvent,
  type ToolEvent,
  type TranscriptEvent,
} from './index.ts';

const letters = 'abcdefghij';
const inLetters = (value: number) =>
  String(value).replace(/\d/g, (digit) => letters.charAt(Number(digit)));
const lines = (from: number) =>
  Array.from({ length: 40 }, (_, index) => `line ${inLetters(from * 40 + index)}`).join('\n');
const words = (from: number) =>
  Array.from({ length: 60 }, (_, index) => `word${from * 60 + index}`).join(' ');

const failure = (index: number): TranscriptEvent => ({
  kind: 'tool',
  tool: 't'.repeat(99),
  args: { words: words(index) },
  result: '',
  error: lines(index),
  atMs: 1.8e12 + index * 123_456,
});
const spawn = (index: number): TranscriptEvent => ({
  kind: 'tool',
  tool: 'spawn_agent',
  args: { words: words(index) },
  result: '',
  error: 'the same',
  atMs: 1.9e12 + index,
});

test('a thread with every memory full', () => {
  let state = initialJudge();
  let largest = 0;
  const take = (event: TranscriptEvent) => {
    const digest = digestEvent(event);
    expect(JSON.stringify(digest).length).toBeLessThanOrEqual(1_024);
    ({ state } = judgeEvent(state, digest));
    largest = Math.max(largest, JSON.stringify(state).length);
  };
  for (let index = 0; index < 100_200; index += index === 200 ? 99_800 : 1) take(failure(index));
  // Every call that is remembered, with several outcomes and their numbers.
  for (let index = 0; index < 200; index += 1) {
    const numbers = `${index * 7_919} of ${index * 104_729} ${letters.charAt(index % 3)}`;
    take({ ...failure(index % 26), error: `${numbers} ${numbers} ${numbers}` } as TranscriptEvent);
  }
  // The same as checks that did not pass and that nobody flagged.
  for (let index = 0; index < 200; index += 1) {
    const numbers = `${index * 7_919} failed of ${index * 104_729} ${letters.charAt(index % 3)}`;
    const { error: _, ...passed } = failure(index % 26) as ToolEvent;
    take({ ...passed, result: `${numbers} ${numbers} ${numbers}` });
  }
  for (let index = 0; index < 24; index += 1) take(spawn(index));
  for (let index = 0; index < 13; index += 1) take({ kind: 'prompt', text: `prompt ${index}` });
  for (let index = 0; index < 20; index += 1) take(failure(index % 10));
  for (let index = 0; index < 13; index += 1) take({ kind: 'response', text: words(index % 5) });
  expect(largest).toBeLessThanOrEqual(16_384);
  expect(largest).toBeGreaterThan(12_000);
});
