/** A wait is told from slowness by the thread's own tempo. */
import { describe, expect, test } from 'vitest';
import { detectThread, type TranscriptEvent } from '../index.ts';
import { isWait, withPause } from './waiting.ts';

describe('a pause', () => {
  test('is a wait when it is long against the usual ones', () => {
    expect(isWait(20_000, [4_000, 5_000, 90_000])).toBe(true);
    expect(isWait(19_999, [1])).toBe(false);
    expect(isWait(59_999, [20_000])).toBe(false);
    expect(isWait(60_000, [20_000])).toBe(true);
  });

  test('is a wait when nothing is known, or when no model thinks so long', () => {
    expect(isWait(20_000, [])).toBe(true);
    expect(isWait(119_999, [100_000])).toBe(false);
    expect(isWait(120_000, [100_000])).toBe(true);
  });

  test('is remembered a few steps long; calls of one answer have none', () => {
    expect(withPause([5], 0)).toEqual([5]);
    expect(withPause([5], null)).toEqual([5]);
    expect(withPause([1, 2, 3, 4, 5, 6, 7, 8, 9], 10.4)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(withPause([], 9e9)).toEqual([120_000]);
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
