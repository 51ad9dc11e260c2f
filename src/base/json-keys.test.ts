/** JSON that two readers read differently. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ambiguityIn, foldedKey, repeatedKey, repeatsKey } from './json-keys.ts';

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":{"b":1},"c":[{"d":1,"d":1}]}', 'd'],
  [String.raw`{"a":1,"\u0061":2}`, 'a'],
  ['{"a" :1 , "b":"a","a" : 3}', 'a'],
  [String.raw`{"\"":1,"\\":2,"\"":3}`, '"'],
])('%s repeats a key', (text, key) => {
  expect(repeatedKey(text)).toBe(key);
  expect(repeatsKey(text, JSON.parse(text))).toBe(true);
});

test.each([
  '{"a":"a","b":["a","a"],"c":{"a":1}}',
  String.raw`["{\"a\":1,\"a\":2}"]`,
  '{"a":"b:","b":":"}',
  '"a"',
])('%s repeats none', (text) => {
  expect(repeatedKey(text)).toBe(null);
  expect(repeatsKey(text, JSON.parse(text))).toBe(false);
});

test('what JSON.stringify writes never repeats a key', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('', ' ', '\n\t'), (text, space) => {
      const value: unknown = JSON.parse(text);
      const written = JSON.stringify(value, null, space);
      expect(repeatedKey(written)).toBe(null);
      expect(repeatsKey(written, value)).toBe(false);
    }),
  );
});

test('both ways to look agree on texts with a repeated key somewhere inside', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), fc.string(), (inner, other, name) => {
      const key = JSON.stringify(name);
      const text = `[${other},{"x":{${key} : ${inner},"${'y'.repeat(9)}":1,${key}:${other}}}]`;
      expect(repeatedKey(text)).not.toBe(null);
      expect(repeatsKey(text, JSON.parse(text))).toBe(true);
    }),
  );
});

test('keys that differ only in case are one, ſ and the Kelvin sign too', () => {
  expect(foldedKey('NAME')).toBe(foldedKey('name'));
  expect(foldedKey('\u017Fession')).toBe(foldedKey('session'));
  expect(foldedKey('\u212Aey')).toBe(foldedKey('key'));
  expect(ambiguityIn({ path: 'a', deep: [{ Path: 1, path: 2 }] }, 10)).toContain('"Path"');
  expect(ambiguityIn({ path: 'a', paths: 'b' }, 10)).toBe(null);
});

test('a bound on nesting holds for any depth', () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) value = [value];
  expect(ambiguityIn(value, 100)).toContain('nested');
  expect(ambiguityIn([[[1]]], 3)).toBe(null);
  expect(ambiguityIn([[[[1]]]], 3)).toContain('nested');
});
