/** A wait is told from slowness by the thread's own tempo. */
import { describe, expect, test } from 'vitest';
import { detectThread, type TranscriptEvent } from '../index.ts';
import { waitBefore, withPause } from './waiting.ts';

const waited = (pausedMs: number, usualMs: readonly number[], factor = 3) =>
  waitBefore(pausedMs, 0, usualMs, factor).waited;

describe('a pause', () => {
  const steady = [5_000, 5_000, 5_000];

  test('is a wait when it is long against the usual ones', () => {
    expect(waited(15_000, steady)).toBe(true);
    expect(waited(14_999, steady)).toBe(false);
    expect(waited(20_000, [4_000, 5_000, 90_000])).toBe(true);
    expect(waited(2_999, [10, 10, 10])).toBe(false);
  });

  test('needs more evidence where hardly any pause is known', () => {
    expect(waited(15_000, [5_000])).toBe(false);
    expect(waited(22_500, [5_000])).toBe(true);
    expect(waited(20_000, [])).toBe(true);
    expect(waited(19_999, [])).toBe(false);
  });

  test('means the same at any speed of the model', () => {
    const share = (times: number) =>
      waitBefore(38_000 * times, 0, [10_000 * times, 9_000 * times, 11_000 * times], 2.5).share;
    expect(share(4)).toBe(share(1));
    expect(share(0.25)).toBe(share(1));
  });

  test('makes the next look cheaper the longer it is', () => {
    const shares = [0, 5_000, 20_000, 60_000].map((ms) => waitBefore(0, ms, [], 3).share);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares[0]).toBe(1);
    expect(shares.at(-1)).toBeLessThan(0.02);
  });

  test('is remembered a few steps long; calls of one answer have none', () => {
    expect(withPause([5], 0)).toEqual([5]);
    expect(withPause([5], null)).toEqual([5]);
    expect(withPause([1, 2, 3, 4, 5, 6, 7, 8, 9], 10.4)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(withPause([], 9e9)).toEqual([600_000]);
  });
});

/** A prompt, one step of work, then the same look again and again. */
function looks(workMs: number, lookMs: number, result: string): TranscriptEvent[] {
  const look = (index: number): TranscriptEvent => ({
    kind: 'tool',
    tool: 'bash',
    args: { command: 'ls out' },
    result,
    atMs: 2 * workMs + (index + 1) * lookMs,
  });
  return [
    { kind: 'prompt', text: 'go', atMs: 0 },
    { kind: 'tool', tool: 'edit', args: { p: 'a' }, result: 'ok', atMs: workMs },
    { kind: 'tool', tool: 'edit', args: { p: 'b' }, result: 'ok', atMs: 2 * workMs },
    ...Array.from({ length: 9 }, (_, index) => look(index)),
  ];
}

describe('the same look at the same pause', () => {
  const firedAt = (events: readonly TranscriptEvent[]) => detectThread({ id: 't', events }).firedAt;

  test('is a loop where every step takes so long', () => {
    expect(firedAt(looks(40_000, 40_000, 'a.txt'))).toBe(7);
  });

  test('is waiting where work goes faster', () => {
    expect(firedAt(looks(5_000, 40_000, 'a.txt'))).toBeNull();
  });

  test('is waiting where the answer says that something is at work', () => {
    expect(firedAt(looks(40_000, 40_000, 'a.txt: pending'))).toBeNull();
    expect(firedAt(looks(9_000, 9_000, 'a.txt: pending'))).toBe(7);
  });
});
