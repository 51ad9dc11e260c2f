import { expect, test } from 'vitest';
import { checkSentences } from './check-sentences.ts';
import { parseSource } from './source-file.ts';

function count(text: string, path = 'src/gate/a.ts'): number {
  return checkSentences(parseSource(path, text)).length;
}

test('a sentence that is searched for or compared', () => {
  expect(count("a.includes('as long as this process');")).toBe(1);
  expect(count("if (a.startsWith('Tripwire cannot decide')) b();")).toBe(1);
  expect(count('if (a.endsWith(`is held by ${b}`)) c();')).toBe(1);
  expect(count("if (a === 'it is over') b();")).toBe(1);
  expect(count("switch (a) { case 'it is over': b(); }")).toBe(1);
});

test('any search in what holds a sentence', () => {
  expect(count("if (why.endsWith('…')) b();")).toBe(1);
  expect(count("safety.reason.includes('ENVELOPE_REFUSED');")).toBe(1);
  expect(count('a?.message.match(b);')).toBe(1);
  expect(count('/until (\\d+)/.exec(event.reason);')).toBe(1);
  expect(count("reason.replace(/^would have: /, '');")).toBe(1);
});

test('codes, paths, blanks and what is only shown are no sentences', () => {
  expect(count("if (kind === 'hard_stop' || method === 'GET') b();")).toBe(0);
  expect(count("words.replace(/\\s+/g, ' '); why.slice(0, 10); message.split('\\n');")).toBe(0);
  expect(count('template.words.includes(word);')).toBe(0);
  expect(count("codes.includes('LOOP_DETECTED'); text.includes(', ');")).toBe(0);
  expect(count('/\\d+/.test(words);')).toBe(0);
});

test('tests and other folders may', () => {
  const text = "a.includes('it is over');";
  expect(count(text, 'src/gate/a.test.ts')).toBe(0);
  expect(count(text, 'scripts/a.ts')).toBe(0);
  expect(count(text, 'web/src/a.tsx')).toBe(1);
});
