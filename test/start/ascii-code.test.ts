import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { asciiCode } from '../../scripts/bundle/ascii-code.ts';

/** What a program of one expression comes to. */
function valueOf(code: string): unknown {
  return runInNewContext(`(${code})`) as unknown;
}

test.each([
  '"…é𝒳"',
  "'plain'",
  '`a…${`é`}𝒳`',
  'String.raw`\\d…${1}é\\u2026`',
  'new RegExp(String.raw`^[…\\d]+$`).test("…1")',
  '/^[…𝒳]$/u.test("𝒳")',
  '[..."\\\\…"]',
])('%s means the same in ASCII', (code) => {
  const ascii = asciiCode(code);
  expect(ascii).toMatch(/^[\x20-\x7e]*$/);
  expect(valueOf(ascii)).toEqual(valueOf(code));
});

test('a letter that is escaped itself is refused: an escape of it would say something else', () => {
  expect(() => asciiCode('/\\…/')).toThrow('escapes a letter that is not ASCII');
});
