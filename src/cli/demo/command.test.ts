import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const launcher = fileURLToPath(new URL('../../../bin/tripwire', import.meta.url));

function demo(...args: readonly string[]) {
  return spawnSync(launcher, ['demo', ...args], { encoding: 'utf8' });
}

describe('tripwire demo without a terminal', () => {
  const { status, stdout, stderr } = demo();
  const lines = stdout.split('\n');

  test('ends well, without a word of control codes', () => {
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).not.toContain('\u001b');
  });

  test('prints the turning points in order', () => {
    const points = [
      'looping   refused: LOOP_DETECTED',
      'looping   cooldown over: a fresh chance',
      'runaway   refused: RUNAWAY_DETECTED',
      'looping   held: soft_suspend',
      'looping   resume by ada: lifts soft_suspend',
      'looping   held: hard_stop',
      'looping   resume by ada: lifts soft_suspend; hard_stop still stands',
      'looping   restart by ada: lifts hard_stop',
    ];
    let from = 0;
    for (const point of points) {
      const found = lines.findIndex((line, index) => index >= from && line.includes(point));
      expect(found, point).toBeGreaterThanOrEqual(from);
      from = found + 1;
    }
  });

  test('ends with the summary and what to try next', () => {
    expect(stdout).toMatch(/healthy +(\d+) +\1 +0 +0 /);
    expect(stdout).toContain('healthy  never stopped');
    expect(stdout).toContain('bin/tripwire decide --help');
    expect(stdout).toContain('README.md');
  });

  test('says the same every time', () => {
    expect(demo('--fast').stdout).toBe(stdout);
  });
});

test('an unknown option is refused with a hint', () => {
  const { status, stderr } = demo('--slow');
  expect(status).toBe(2);
  expect(stderr).toContain('see tripwire demo --help');
});
