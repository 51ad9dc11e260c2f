import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ERROR_START, startsWithError } from './error-start.ts';

/** What a pattern finds, without what stands only before or behind it: those are no part of what is made here. */
const FORMS = ERROR_START.source
  .replaceAll(String.raw`\b`, '')
  .replaceAll(/\(\?[=!](?:[^()]|\([^()]*\))*\)/g, '');

it('finds in every error one of the signs that are looked for first', () => {
  const forms = fc.stringMatching(new RegExp(FORMS));
  const cased = fc.tuple(forms, fc.boolean(), fc.string());
  fc.assert(
    fc.property(cased, ([text, isUpper, more]) => {
      const said = `${isUpper ? text.toUpperCase() : text}${more}`;
      expect(startsWithError(said)).toBe(ERROR_START.test(said));
    }),
    { numRuns: 10_000 },
  );
});

it('says of other texts what the pattern says', () => {
  const words = [
    'ok',
    'e',
    'E:',
    '12 passed',
    '{',
    '"error":',
    'done',
    ' ',
    '404',
    'http',
    '\n',
    ':',
  ];
  const texts = fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 8 });
  fc.assert(
    fc.property(texts, (parts) => {
      const said = parts.join(' ');
      expect(startsWithError(said)).toBe(ERROR_START.test(said));
    }),
  );
});
