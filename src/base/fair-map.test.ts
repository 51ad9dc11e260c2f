/** One owner's many entries take room from that owner. */
import { expect, test } from 'vitest';
import { FairMap } from './fair-map.ts';

test('keeps what was put last, as long as there is one owner', () => {
  const map = new FairMap<number>(2);
  expect(map.put('a', 'one', 1)).toBeUndefined();
  map.put('a', 'two', 2);
  map.put('a', 'one', 3);
  expect(map.put('a', 'three', 4)).toBe(2);
  expect([map.get('a', 'one'), map.has('a', 'two'), map.size]).toEqual([3, false, 2]);
});

test('who makes up keys without end pushes out nobody else', () => {
  const map = new FairMap<number>(100);
  for (let key = 0; key < 10; key += 1) map.put('quiet', `${key}`, key);
  for (let key = 0; key < 10_000; key += 1) map.put('loud', `${key}`, key);
  expect(map.size).toBe(100);
  expect(Array.from({ length: 10 }, (_, key) => map.get('quiet', `${key}`))).not.toContain(
    undefined,
  );
  for (let key = 10; key < 40; key += 1) map.put('quiet', `${key}`, key);
  expect(map.has('quiet', '0')).toBe(true);
  expect(map.has('loud', '9999')).toBe(true);
});

test('an entry that is deleted makes room, and takes its owner with it', () => {
  const map = new FairMap<number>(2);
  map.put('a', 'one', 1);
  map.delete('a', 'one');
  map.delete('a', 'one');
  map.delete('b', 'none');
  expect(map.size).toBe(0);
  expect(map.dropOldest(({ size }) => size)).toBeUndefined();
});

test('drops from whoever weighs most', () => {
  const map = new FairMap<number>(10);
  map.put('a', 'one', 1);
  map.put('a', 'two', 1);
  map.put('b', 'one', 9);
  const sum = (entries: ReadonlyMap<string, number>) =>
    [...entries.values()].reduce((all, one) => all + one, 0);
  expect(map.dropOldest(sum)).toBe(9);
  expect(map.dropOldest(sum)).toBe(1);
});
