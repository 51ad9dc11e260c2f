import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('what was put longest ago goes out, and putting again makes new', () => {
  const map = new BoundedMap<string, number>(2);
  expect([map.put('a', 1), map.put('b', 2), map.put('a', 3)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(map.put('c', 4)).toBe(2);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

test('reading does not make new', () => {
  const map = new BoundedMap(2, [
    ['a', 1],
    ['b', 2],
  ]);
  map.get('a');
  map.set('c', 3);
  expect([...map.keys()]).toEqual(['b', 'c']);
});

test('an empty key is a key like any other, and an empty map has nothing to drop', () => {
  const map = new BoundedMap<string, number>(1, [['', 0]]);
  map.set('x', 1);
  expect([...map.keys()]).toEqual(['x']);
  expect([map.dropOldest(), map.dropOldest(), map.size]).toEqual([1, undefined, 0]);
});
