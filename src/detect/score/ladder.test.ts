/** The ladder of the loop: SOFT, HARD, INFINITE and chains, progress-aware and strict. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { climb, ladderLevel, strictSignature, type LadderCall } from '../index.ts';

const call = (signature: string, outcome = 'same', changed = false): LadderCall => ({
  signature,
  outcome,
  changed,
});
const times = (count: number, one: LadderCall) => Array.from({ length: count }, () => ({ ...one }));
const level = (calls: readonly LadderCall[], strict = false) =>
  ladderLevel(calls, strict)?.level ?? null;

describe('the signature ladder', () => {
  verifies('L2', 'SOFT at 3, HARD at 5, INFINITE at 10 identical calls with nothing gained', () => {
    const rungs = [1, 2, 3, 4, 5, 9, 10].map((count) => level(times(count, call('a'))));
    expect(rungs).toEqual([
      null,
      null,
      'SOFT_LOOP',
      'SOFT_LOOP',
      'HARD_LOOP',
      'HARD_LOOP',
      'INFINITE_LOOP',
    ]);
  });

  verifies('L2', 'five edits of one file among ten calls are ordinary work', () => {
    const edits = Array.from({ length: 5 }, (_, index) => call('edit', `view ${index}`, true));
    expect(level(edits)).toBe('SOFT_LOOP');
    expect(level(edits, true)).toBe('HARD_LOOP');
  });

  verifies('L2', 'a successful change in between starts the count anew', () => {
    const calls = [...times(4, call('test')), call('edit', 'ok', true), call('test')];
    expect(level(calls)).toBe('SOFT_LOOP');
    expect(level(calls, true)).toBe('HARD_LOOP');
  });

  verifies('L2', 'only the last calls count, as many as the history is deep', () => {
    let calls: readonly LadderCall[] = [];
    for (const one of [...times(9, call('a')), ...times(9, call('b')), call('a')]) {
      calls = climb(calls, one, 10);
    }
    expect(calls).toHaveLength(10);
    expect(level(calls)).toBeNull();
  });
});

describe('duplicate chains', () => {
  const chain = (outcomes: readonly string[], changed = false) =>
    outcomes.flatMap((outcome) => [call('edit', outcome, changed), call('test', outcome)]);

  verifies('L1', 'the same sequence three times over', () => {
    expect(level(chain(['x', 'x', 'x']))).toBe('DUPLICATE_CHAIN');
    expect(ladderLevel(chain(['x', 'x', 'x']), false)?.signature).toBe('edit → test');
    expect(level(chain(['x', 'x']))).toBeNull();
  });

  verifies('L1', 'edit and test three times is work when something changes', () => {
    expect(level(chain(['4 failing', '3 failing', '1 failing']))).toBe('SOFT_LOOP');
    expect(level(chain(['x', 'x', 'x'], true))).toBe('SOFT_LOOP');
  });

  verifies('L1', 'strict mode counts a signature three times in the window', () => {
    expect(level([call('a'), call('b'), call('a'), call('c'), call('a')], true)).toBe('SOFT_LOOP');
  });
});

describe('strict signatures', () => {
  verifies('L3', 'as the safety rules write them', () => {
    expect(strictSignature('Edit', { file: '/path/to/foo.py', old: 'a' })).toBe(
      'Edit(file=foo.py)',
    );
    expect(strictSignature('Edit', { file_path: 'src/foo.ts' })).toBe('Edit(file=foo.ts)');
    expect(strictSignature('Bash', { cmd: 'pytest tests/unit/test_foo.py' })).toBe(
      'Bash(cmd=pytest tests/*)',
    );
    expect(strictSignature('Grep', { pattern: 'x' })).toBe('Grep(...)');
    expect(strictSignature('Bash', null)).toBe('Bash(cmd=)');
  });
});
