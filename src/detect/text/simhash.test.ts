/** The SimHash: near for texts that differ in numbers only, far for different ones, at any length. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { hammingDistance, normaliseText, simhash } from '../index.ts';

const distance = (a: string, b: string) =>
  hammingDistance(simhash(normaliseText(a)), simhash(normaliseText(b)));

const word = fc.stringMatching(/^[a-z]{2,9}$/);
const textOf = (minLength: number, maxLength: number) =>
  fc.array(word, { minLength, maxLength }).map((words) => words.join(' '));

function pairs(text: string): Set<string> {
  const words = text.split(' ');
  return new Set(words.slice(1).map((next, index) => `${words[index]} ${next}`));
}

/** Jaccard of word pairs. */
function overlap(a: string, b: string): number {
  const [one, other] = [pairs(a), pairs(b)];
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return shared / (one.size + other.size - shared);
}

describe('the SimHash', () => {
  verifies('K1', 'has 64 bits and is the same for the same text', () => {
    expect(simhash('Fix the failing test')).toMatch(/^[0-9a-f]{16}$/);
    expect(simhash('Fix the failing test')).toBe(simhash('Fix the failing test'));
    expect(hammingDistance('0000000000000000', 'ffffffffffffffff')).toBe(64);
    expect(hammingDistance('0000000000000001', '8000000000000001')).toBe(1);
  });

  verifies('K1', 'texts that differ only in numbers or timestamps: distance below 3', () => {
    const now = '2026-11-15T10:30:00Z';
    expect(distance('order #12345 at 10:30', 'order #9 at 23:59')).toBeLessThan(3);
    expect(distance(`log ${now} took 12 ms`, 'log 2024-01-15T08:00:01Z took 9,731 ms')).toBe(0);
    const built = (when: string, took: string) => `the build of ${when} took ${took} seconds`;
    const builds = [
      built('Mon Jan 15 10:30:00 UTC 2024', '28718'),
      built('Tue, 15 Nov 1994 08:12:31 GMT', '0.5762726071180182'),
      built('07/Mar/2026:23:59:59 +0100', '１２３'),
    ];
    for (const one of builds) expect(distance(builds[0] ?? '', one)).toBe(0);
    const numbers = fc.oneof(
      fc.integer({ min: 0, max: 1e9 }),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
    );
    fc.assert(
      fc.property(textOf(2, 60), numbers, numbers, (text, a, b) => {
        const numbered = (n: number) =>
          `${text} ${n} ${text.split(' ', 1)[0]} v${Math.trunc(n) % 97}.0`;
        expect(distance(numbered(a), numbered(b))).toBeLessThan(3);
      }),
      { numRuns: 300 },
    );
  });

  verifies('K1', 'substantially different texts: distance above 5, from 10 characters on', () => {
    fc.assert(
      fc.property(textOf(2, 80), textOf(2, 80), (a, b) => {
        fc.pre(a.length >= 10 && b.length >= 10 && overlap(a, b) < 0.3);
        expect(distance(a, b)).toBeGreaterThan(5);
      }),
      { numRuns: 1_000 },
    );
    expect(distance('fix the bug', 'fix the test')).toBeGreaterThan(5);
    expect(distance('Paris is lovely', 'London is lovely')).toBeGreaterThan(5);
    expect(distance('今日は天気がいい', '明日は会議がある')).toBeGreaterThan(5);
  });

  verifies('K1', 'also at 100 kB, where common words would drown the rest', () => {
    const common = ['the', 'of', 'and', 'to', 'in', 'a', 'is', 'that'];
    const long = (seed: number) =>
      Array.from({ length: 22_000 }, (_, index) =>
        index % 2 === 0 ? common[(index * seed) % common.length] : `w${(index * seed) % 7919}`,
      ).join(' ');
    const [a, b] = [long(31), long(57)];
    expect(a.length).toBeGreaterThan(90_000);
    expect(hammingDistance(simhash(a), simhash(b))).toBeGreaterThan(5);
    expect(hammingDistance(simhash(a), simhash(`${a} `))).toBe(0);
  });

  verifies(
    'K1',
    'a shared prefix or suffix of 4 kB does not hide a different rest of eight words',
    () => {
      fc.assert(
        fc.property(textOf(500, 600), textOf(8, 12), textOf(8, 12), (shared, a, b) => {
          fc.pre(overlap(a, b) === 0);
          const at = (left: string, right: string) =>
            hammingDistance(simhash(left), simhash(right));
          expect(at(`${shared} ${a}`, `${shared} ${b}`)).toBeGreaterThan(5);
          expect(at(`${a} ${shared}`, `${b} ${shared}`)).toBeGreaterThan(5);
        }),
        { numRuns: 150 },
      );
    },
  );
});
