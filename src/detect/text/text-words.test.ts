import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameParts, placeholderWords, spokenWords, tokensOf } from './text-words.ts';

const ascii = fc.string({
  unit: fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
/** A letter that makes the text one of any script, joined to nothing of it. */
const ALPHA = '\n α \n';

it('finds the same words in plain text with either pattern', () => {
  fc.assert(
    fc.property(ascii, (text) => {
      expect([...tokensOf(text), 'α']).toEqual(tokensOf(text + ALPHA));
      expect([...nameParts(text), 'α']).toEqual(nameParts(text + ALPHA));
      expect([...placeholderWords(text), 'α']).toEqual(placeholderWords(text + ALPHA));
      expect(spokenWords(text)).toEqual(spokenWords(text + ALPHA));
    }),
    { numRuns: 2_000 },
  );
});

it('finds words of every script', () => {
  expect(tokensOf('größe=12 δοκιμή')).toEqual(['größe', '12', 'δοκιμή']);
  expect(nameParts('größeVonDingen2')).toEqual(['größe', 'Von', 'Dingen', '2']);
  expect(placeholderWords('<NUM> größe')).toEqual(['<NUM>', 'größe']);
  expect(spokenWords('das ist größer als ä.ts')).toEqual(['das', 'ist', 'größer', 'als']);
});
