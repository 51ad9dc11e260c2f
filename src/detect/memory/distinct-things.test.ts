/** What is another thing, and what is the same one in other words. */
import { expect, test } from 'vitest';
import { digestStep, type StepDigest } from '../digest/step-digest.ts';
import { isAnotherThing } from './distinct-things.ts';
import { withNear, type NearCall } from './near-calls.ts';

const digest = (tool: string, args: unknown, result: string): StepDigest =>
  digestStep({ kind: 'tool', tool, args, result });

/** Which of the calls are about another thing than those before them. */
function others(tool: string, all: readonly unknown[], result: string): number[] {
  let near: readonly NearCall[] = [];
  return all.flatMap((args, step) => {
    const next = digest(tool, args, result);
    const is = isAnotherThing(near, next);
    near = withNear(near, next, step);
    return is ? [step] : [];
  });
}

test('people by their names, even where half a name is known', () => {
  const people = ['Ada Abel', 'Chen Costa', 'Ada Duran', 'Emil Costa', 'Farah Greco'];
  const asked = people.map((name) => ({ name, list: 'EU' }));
  expect(others('lookup', asked, 'No match.')).toEqual([2, 3, 4]);
});

test('days and hours in turn', () => {
  const slots = ['18:00', '18:30', '19:00'].flatMap((at) => [1, 2].map((court) => ({ at, court })));
  expect(others('book', slots, 'Slot taken.')).toEqual([2, 3, 4, 5]);
});

test('words that wander or come back are a search', () => {
  const searches = ['churn of acme', 'acme churn rate', 'rate of churn', 'acme of rate'];
  const asked = searches.map((query) => ({ query }));
  expect(others('search', asked, 'No match.')).toEqual([]);
});

test('a token that is new each time is no thing, unless somebody says no to it', () => {
  const tokens = ['x7f3k9q2w8e1', 'b2m8z4w1u7o3', 'q9r5t7v3c1x6', 'h4j6n8p2d5f9'].map((token) => ({
    token,
  }));
  expect(others('fetch', tokens, 'All systems operational')).toEqual([]);
  expect(others('fetch', tokens, 'No such account.')).toEqual([2, 3]);
});
