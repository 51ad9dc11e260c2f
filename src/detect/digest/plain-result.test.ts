/** The same words are the same result, whatever they come in. */
import { describe, expect, test } from 'vitest';
import { plainResult } from './plain-result.ts';
import { digestStep } from './step-digest.ts';

const said = 'Error: no route to 10.0.0.7\n  "quoted"\tand more';

describe('a wrapping', () => {
  const wrapped: readonly (readonly [string, string])[] = [
    ['blocks of text', JSON.stringify([{ type: 'text', text: said }])],
    ['one field', JSON.stringify({ content: said })],
    ['a field beside what the runner knows', JSON.stringify({ output: said, metadata: { ms: 3 } })],
    ['blocks in a field', JSON.stringify({ content: [{ type: 'text', text: said }], _meta: {} })],
    ['a text of JSON', JSON.stringify(said)],
    ['one in another', JSON.stringify({ result: JSON.stringify([{ type: 'text', text: said }]) })],
    ['a tag', `<tool_result>\n${said}\n</tool_result>`],
    ['a code fence', `\`\`\`text\n${said}\n\`\`\``],
    ['a fence around an object', `\`\`\`json\n${JSON.stringify({ result: said })}\n\`\`\``],
  ];
  test.each(wrapped)('%s comes off', (_, result) => {
    expect(plainResult(result).text).toBe(said);
  });

  test('that was cut off comes off as far as it goes', () => {
    const whole = JSON.stringify([{ type: 'text', text: said }]);
    expect(said.startsWith(plainResult(whole.slice(0, 50)).text)).toBe(true);
    expect(plainResult(whole.slice(0, 50)).text).toMatch(/^Error: no route/);
  });

  test('that says so makes a failure', () => {
    const failed = JSON.stringify({ content: [{ type: 'text', text: 'no' }], isError: true });
    expect(plainResult(failed)).toEqual({ text: 'no', failed: true });
    expect(plainResult(JSON.stringify({ ok: false, result: 'no' })).failed).toBe(true);
    expect(plainResult(JSON.stringify({ ok: true, result: 'Error: no' })).failed).toBeUndefined();
  });

  test('is not found in data', () => {
    for (const data of [
      '{"name":"a","content":"b","size":3}',
      '[{"id":1,"text":"a","likes":3}]',
      '{"results":[{"id":1}]}',
      '{"results":[]}',
      'He said "no".',
      '"a" is not "b"',
      '<p>\nnot closed',
    ]) {
      expect(plainResult(data).text).toBe(data);
    }
  });
});

describe('what stands before every line', () => {
  const lines = ['Error: no such table', 'at line', 'of file'];
  const before: readonly (readonly [string, (line: string, index: number) => string])[] = [
    ['a number and a tab', (line, index) => `   ${index + 1}\t${line}`],
    ['a number and a bar', (line, index) => `${index + 1} | ${line}`],
    ['a clock', (line, index) => `2026-11-16T12:00:0${index}.123Z ${line}`],
    ['a time of day', (line, index) => `[12:00:0${index}] ${line}`],
    ['a colour', (line) => `\u001B[31m${line}\u001B[0m`],
    ['nothing, and blanks behind', (line) => `${line} \r`],
  ];
  test.each(before)('%s comes off', (_, decorated) => {
    expect(plainResult(lines.map(decorated).join('\n')).text).toBe(lines.join('\n'));
  });

  test('stays where only some have it', () => {
    expect(plainResult('12: a\nb').text).toBe('12: a\nb');
  });
});

test('the digest is the same with and without', () => {
  const digestOf = (result: string) => digestStep({ kind: 'tool', tool: 'sh', args: {}, result });
  expect(digestOf(JSON.stringify([{ type: 'text', text: said }]))).toEqual(digestOf(said));
});

test('a hostile result takes no longer than another', () => {
  for (const text of [
    '"'.repeat(60_000),
    '{'.repeat(60_000),
    '[{"type":"text","text":"'.repeat(3_000),
    `{"content":"${'\\'.repeat(60_000)}`,
    ' '.repeat(99_999),
    '```'.repeat(20_000),
    '\u001B['.repeat(30_000),
    '1\n'.repeat(30_000),
  ]) {
    expect(plainResult(text).text.length).toBeLessThanOrEqual(text.length + 1);
  }
});
