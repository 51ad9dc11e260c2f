/** When arguments are whole: compared with a parser. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ArgumentScan } from './codec-argument-scan.ts';

function parses(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const objects = fc.dictionary(fc.string(), fc.jsonValue());

test('of JSON, a beginning is whole exactly when it parses as an object', () => {
  fc.assert(
    fc.property(
      objects,
      fc.constantFrom(0, 2),
      fc.constantFrom('', ' ', '\n'),
      (value, indent, after) => {
        const text = `${JSON.stringify(value, null, indent)}${after}`;
        const scan = new ArgumentScan();
        let sofar = '';
        for (const character of text) {
          scan.push(character);
          sofar += character;
          expect(scan.isWhole, sofar).toBe(parses(sofar));
        }
      },
    ),
  );
});

test('whatever a parser takes for an object is whole, in pieces of any size', () => {
  fc.assert(
    fc.property(
      fc.oneof(objects, fc.jsonValue()),
      fc.integer({ min: 1, max: 9 }),
      (value, size) => {
        const text = JSON.stringify(value);
        const scan = new ArgumentScan();
        for (let at = 0; at < text.length; at += size) scan.push(text.slice(at, at + size));
        expect(scan.isWhole).toBe(parses(text));
      },
    ),
  );
});

test('space changes nothing and says so', () => {
  const scan = new ArgumentScan();
  expect([scan.push(' \n'), scan.isWhole, scan.push('{ }'), scan.isWhole]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect([scan.push('\t'), scan.isWhole, scan.push('{'), scan.isWhole]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
