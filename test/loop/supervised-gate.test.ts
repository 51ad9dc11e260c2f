/** A hold of the gate stops all that a worker started; what is told is the order of things, not their speed. */
import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { atWork, goesOn, standsStill } from './night-at-work.ts';
import type { NightRun } from './night-run.ts';

const TEST_MS_MAX = 300_000;
const killed = {
  name: 'kill_switch (tripwire resume first)',
  why: 'it repeats itself',
  isHardStop: false,
};

function hold(run: NightRun, ...holds: readonly object[]): void {
  writeFileSync(run.path('gate.json'), JSON.stringify(holds));
}

/** What the night's record tells of holds. */
function told(run: NightRun): readonly string[] {
  return (run.night()?.moments ?? [])
    .filter(({ kind }) => kind === 'hold' || kind === 'resumed')
    .map(({ text }) => text);
}

describe('a worker in the middle of a tool call', () => {
  verifies(
    'L14',
    'a hold of the gate stops all of it, and the release lets it go on in the same turn',
    async () => {
      const run = await atWork();
      hold(run, killed);
      await standsStill(run);
      await run.until(() => run.night()?.held.length === 1);
      rmSync(run.path('gate.json'));
      await goesOn(run);
      await run.until(() => run.night()?.held.length === 0);
      expect(told(run)).toEqual([
        'held: kill_switch (tripwire resume first): it repeats itself',
        'it may go on (kill_switch (tripwire resume first))',
      ]);
      expect(run.text('turns.txt').split('\n')).toHaveLength(2);
    },
    TEST_MS_MAX,
  );

  verifies(
    'L14',
    'a hard stop ends all of it, and nothing begins before a person restarts it',
    async () => {
      const run = await atWork();
      hold(run, { ...killed, name: 'hard_stop', isHardStop: true });
      await run.until(() => run.processes().length === 0);
      await run.until(() => run.night()?.held[0] === 'hard_stop');
      expect(run.text('turns.txt').split('\n')).toHaveLength(2);
      rmSync(run.path('gate.json'));
      await run.until(() => run.text('turns.txt').split('\n').length === 3);
      expect(run.night()?.moments.map(({ kind }) => kind)).toEqual([
        'began',
        'hold',
        'resumed',
        'turn',
      ]);
    },
    TEST_MS_MAX,
  );

  test(
    'a gate that does not answer holds, and says so',
    async () => {
      const run = await atWork();
      writeFileSync(run.path('gate.json'), 'not JSON');
      await standsStill(run);
      await run.until(() => told(run).length === 1);
      expect(told(run)[0]).toContain('held: no contact with the gate: ');
      rmSync(run.path('gate.json'));
      await goesOn(run);
    },
    TEST_MS_MAX,
  );

  test(
    'a hold that came while no supervisor was there is seen before the worker may move',
    async () => {
      const run = await atWork();
      await run.end('SIGKILL');
      await standsStill(run);
      hold(run, killed);
      const before = run.text('ticks.txt').length;
      run.start('running');
      await run.until(() => told(run).length === 1);
      await standsStill(run);
      expect(run.text('ticks.txt')).toHaveLength(before);
      rmSync(run.path('gate.json'));
      await goesOn(run);
    },
    TEST_MS_MAX,
  );

  test(
    'the end of a night reaches a worker that stands still',
    async () => {
      const run = await atWork();
      hold(run, killed);
      await standsStill(run);
      await run.end('SIGTERM');
      expect(run.processes()).toEqual([]);
    },
    TEST_MS_MAX,
  );
});
