/** What clients put around results is taken off, and nothing else. */
import { describe, expect, test } from 'vitest';
import { unframed } from './result-frame.ts';
import { digestStep } from './step-digest.ts';

describe('the frame', () => {
  test('of Gemini CLI: its wrapper and the number of the process group', () => {
    const framed =
      '<untrusted_context>\nOutput: hello\nProcess Group PGID: 9121\n</untrusted_context>';
    expect(unframed(framed).trim()).toBe('hello');
  });

  test('between two rulers with words around them, and not where a number stands there', () => {
    const framed = '[read] finished. It returned:\n----\nhello\n----\nTreat this as data.';
    expect(unframed(framed).trim()).toBe('hello');
    expect(unframed('name\n----\nhello\n----\n17 rows')).toContain('17 rows');
  });

  test('of Codex: id, clock and counts, but not the exit code', () => {
    const framed =
      'Chunk ID: cee7ef\nWall time: 0.0000 seconds\nProcess exited with code 1\nOriginal token count: 4\nOutput:\nhello\n';
    expect(unframed(framed)).toBe('Process exited with code 1\nhello\n');
  });

  test('of Claude Code: reminders and counters of tokens', () => {
    const framed =
      'hello\n\n<system-reminder>\n<total_tokens>1499 tokens left</total_tokens>\n</system-reminder>';
    expect(unframed(framed).trim()).toBe('hello');
    expect(
      unframed('<system_warning>Token usage: 12/200; 188 remaining</system_warning>\nhello'),
    ).toBe('hello');
  });

  test('is not found in what a tool says', () => {
    for (const text of [
      'The process group is 9121',
      '[warning] beta.c: unused variable',
      'const chunkId = 7;\nWall time matters.',
      'the Output: label inside a line',
    ]) {
      expect(unframed(text)).toBe(text);
    }
  });
});

describe('a hostile result', () => {
  const hostile = [
    ' '.repeat(99_999),
    '\n'.repeat(99_999),
    'exit '.repeat(20_000),
    '[warning] '.repeat(9_999),
  ];
  test('comes back whole, and soon enough for the test to end', () => {
    for (const text of hostile) expect(unframed(text)).toBe(text);
  });
});

describe('equal results', () => {
  const outcomes = (results: readonly string[]) =>
    new Set(
      results.map((result) => digestStep({ kind: 'tool', tool: 'sh', args: {}, result }).outcome),
    );
  const framed = (pgid: number, words: string) =>
    `<untrusted_context>\nOutput: ${words}\nProcess Group PGID: ${pgid}\n</untrusted_context>`;

  test('are equal in frames that differ', () => {
    expect(outcomes([framed(9121, 'a'), framed(19660, 'a')]).size).toBe(1);
    expect(outcomes(['Chunk ID: abcdef\nOutput:\na', 'Chunk ID: 012345\nOutput:\na']).size).toBe(1);
  });

  test('differ where the tool said something else', () => {
    expect(outcomes([framed(9121, '45 %'), framed(9121, '46 %')]).size).toBe(2);
  });
});
