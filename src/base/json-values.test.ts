import { describe, expect, test } from 'vitest';
import { jsonOrText, openedJson, parseJson } from './json-text.ts';
import {
  countOrNull,
  countOrZero,
  fieldsOf,
  firstText,
  isObject,
  listOf,
  objectOrNull,
  textOrNull,
} from './json-values.ts';

const others: readonly unknown[] = [undefined, null, true, 0, 1.5, -1, '', [], [{ a: 1 }]];

describe('JSON of unknown shape', () => {
  test('an object is an object, and a list is none', () => {
    expect([isObject({ a: 1 }), objectOrNull({ a: 1 }), fieldsOf({ a: 1 })]).toEqual([
      true,
      { a: 1 },
      { a: 1 },
    ]);
    for (const value of others) {
      expect([isObject(value), objectOrNull(value), fieldsOf(value)]).toEqual([false, null, {}]);
    }
  });

  test('lists, texts and counts; anything else reads as nothing', () => {
    expect([listOf([1]), listOf({ 0: 1 }), listOf('ab')]).toEqual([[1], [], []]);
    expect([textOrNull('a'), textOrNull(''), textOrNull(1)]).toEqual(['a', null, null]);
    expect(firstText({ a: '', b: 2, c: 'x', d: 'y' }, ['a', 'b', 'c', 'd'])).toBe('x');
    expect([0, 3, -1, 1.5, '3', 2 ** 53].map(countOrNull)).toEqual([0, 3, null, null, null, null]);
    expect([0, 3, -1, Number.NaN, null].map(countOrZero)).toEqual([0, 3, 0, 0, 0]);
  });
});

describe('a text that may be JSON', () => {
  test('null is JSON, and undefined is the answer for what is none', () => {
    expect([parseJson('null'), parseJson('{"a":1}')]).toEqual([null, { a: 1 }]);
    expect(['', '{', 'undefined', 'NaN'].map(parseJson)).toEqual(Array(4).fill(undefined));
  });

  test('stays a text where it is none', () => {
    expect([jsonOrText('null'), jsonOrText('nul'), jsonOrText('[1]')]).toEqual([null, 'nul', [1]]);
  });

  test('opens objects and lists only', () => {
    expect(openedJson(' {"a":1}')).toEqual({ a: 1 });
    expect([openedJson('1'), openedJson('{a}'), openedJson(null)]).toEqual(['1', '{a}', null]);
  });
});
