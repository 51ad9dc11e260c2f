/** Canonical JSON: equal to the reference library where both speak, and stricter where it drops. */
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { canonicalJson } from '../index.ts';

describe('canonical JSON', () => {
  verifies('T11', 'equals the reference implementation of RFC 8785 on any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        // Values that RFC 8785 can write but we refuse are tried below.
        fc.pre(!hasRefused(value));
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 1_000 },
    );
  });

  test('orders keys by UTF-16 code units, at every depth', () => {
    const value = { b: [{ z: 1, a: 2 }], a: { '\u{1f600}': 1, '\ufb33': 2 } };
    expect(canonicalJson(value)).toBe('{"a":{"\u{1f600}":1,"\ufb33":2},"b":[{"a":2,"z":1}]}');
  });

  const refused: readonly (readonly [string, unknown, string | null])[] = [
    ['-0', { a: -0 }, 'a'],
    ['NaN', { a: { b: Number.NaN } }, 'b'],
    ['Infinity', [Infinity], '[0]'],
    ['an unsafe integer', { a: 2 ** 53 }, 'a'],
    ['undefined in an object', { a: undefined }, 'a'],
    ['undefined in a list', { a: [undefined] }, 'a[0]'],
    ['a bigint', 1n, null],
    ['a function', { a: () => 1 }, 'a'],
    ['a date', { a: new Date(0) }, 'a'],
    ['a lone surrogate', { a: '\ud800' }, 'a'],
    ['a key with a lone surrogate', { '\udc00': 1 }, null],
  ];
  for (const [what, value, field] of refused) {
    verifies('T11', `refuses ${what}`, () => {
      expect(() => canonicalJson(value)).toThrow(
        expect.objectContaining({ code: 'VALUE_NOT_CANONICAL', field }),
      );
    });
  }
});

describe('what a refusal says', () => {
  const said: readonly (readonly [unknown, string])[] = [
    [{ a: { b: [{ c: -0 }] } }, 'field c is -0'],
    [{ a: { b: [-0] } }, 'field a.b[0] is -0'],
    [[[undefined]], 'field [0][0] is a value of type undefined'],
    [{ a: { b: new Map() } }, 'field a.b is not a plain object'],
    [{ a: 2 ** 60 }, 'field a is an unsafe integer'],
    [{ a: '\ud800' }, 'field a is a string with a lone surrogate'],
    [{ a: { '\ud800': 1 } }, 'field a is a key with a lone surrogate'],
    [Number.NaN, 'the value is NaN'],
    [() => 1, 'the value is a value of type function'],
  ];
  for (const [value, words] of said) {
    test(words, () => {
      expect(() => canonicalJson(value)).toThrow(words);
    });
  }

  test('objects without a prototype are plain', () => {
    const bare: unknown = Object.assign(Object.create(null), { b: 1, a: true });
    expect(canonicalJson(bare)).toBe('{"a":true,"b":1}');
  });
});

function hasRefused(value: unknown): boolean {
  if (typeof value === 'number') {
    return Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  }
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => !key.isWellFormed() || hasRefused(member));
}
