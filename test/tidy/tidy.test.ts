/** What the house rules rest on; that the repository keeps them is looked at by `npm run check`, which `npm test` runs. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { checkCoreOrder } from './check-core-order.ts';
import { describeProblem, readSources } from './find-problems.ts';
import { rooms } from './rooms.ts';
import { corePipeline, longFiles, mayAlsoTake, mayNameBannedText, mayRemember } from './rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('every arrow leads to a room, and the arrows form no circle', () => {
  const depth = new Map<string, number>();
  const measure = (name: string, path: readonly string[]): number => {
    expect(path, `${[...path, name].join(' -> ')} is a circle`).not.toContain(name);
    expect(rooms[name], `${name} is not a room`).toBeDefined();
    const known = depth.get(name);
    if (known !== undefined) return known;
    const below = rooms[name]?.mayImport.filter((other) => other !== name) ?? [];
    const found = 1 + Math.max(0, ...below.map((next) => measure(next, [...path, name])));
    depth.set(name, found);
    return found;
  };
  for (const name of Object.keys(rooms)) expect(measure(name, [])).toBeGreaterThan(0);
});

test('every exception names something that exists', () => {
  const listed = [
    ...Object.keys(longFiles),
    ...Object.keys(mayRemember),
    ...Object.keys(mayAlsoTake),
    ...mayNameBannedText,
  ];
  expect(listed.filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
});

verifies('T2', 'no stage of the decision pipeline imports a later one', () => {
  expect(checkCoreOrder(readSources(root, ['src/core'])).map(describeProblem)).toEqual([]);
});

verifies('T2', 'every stage of the decision pipeline is a module of the core', () => {
  const missing = corePipeline.filter(
    (stage) =>
      !existsSync(`${root}/src/core/${stage}.ts`) && !existsSync(`${root}/src/core/${stage}`),
  );
  expect(missing).toEqual([]);
});
