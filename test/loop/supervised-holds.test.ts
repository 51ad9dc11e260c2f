/** STOP, PAUSE and reports reach all that a worker started, whatever became of the supervisor. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { atWork, goesOn, standsStill } from './night-at-work.ts';

const TEST_MS_MAX = 300_000;
describe('a worker in the middle of a tool call', () => {
  verifies(
    'L14',
    'PAUSE stops all of it, and deleting the file lets it go on',
    async () => {
      const run = await atWork();
      writeFileSync(run.path('.geometry/PAUSE'), '');
      await standsStill(run);
      await run.until(() => run.night()?.held[0] === 'pause');
      rmSync(run.path('.geometry/PAUSE'));
      await goesOn(run);
      expect(run.has('.geometry/PAUSE')).toBe(false);
      await run.until(() => run.night()?.held.length === 0);
      expect(run.text('turns.txt').split('\n')).toHaveLength(2);
    },
    TEST_MS_MAX,
  );

  verifies(
    'L14',
    'STOP ends all of it and the night',
    async () => {
      const run = await atWork();
      writeFileSync(run.path('.geometry/STOP'), '');
      await run.until(() => run.processes().length === 0);
      await run.until(() => run.night()?.ended !== null);
      expect(run.night()?.ended?.outcome).toBe('stopped');
      await run.until(() => run.said().includes('left'));
    },
    TEST_MS_MAX,
  );

  test(
    'without a supervisor it stands still; the next one lets it go on, STOP ends it',
    async () => {
      const run = await atWork();
      await run.end('SIGKILL');
      await standsStill(run);
      run.start('running');
      await goesOn(run);
      await run.end('SIGKILL');
      await standsStill(run);
      writeFileSync(run.path('.geometry/STOP'), '');
      await run.until(() => run.processes().length === 0);
      expect(run.text('turns.txt').split('\n')).toHaveLength(2);
    },
    TEST_MS_MAX,
  );

  test(
    'a supervisor that is asked to leave ends all of it',
    async () => {
      const run = await atWork();
      await run.end('SIGTERM');
      expect(run.processes()).toEqual([]);
      expect(run.night()?.ended).toBeNull();
    },
    TEST_MS_MAX,
  );

  verifies(
    'L14',
    'a report that is gone while the worker stood still was deleted by a person',
    async () => {
      const run = await atWork();
      writeFileSync(run.path('.geometry/BLOCKER_REPORT.md'), 'Look at this.\n');
      await standsStill(run);
      await run.until(() => run.night()?.held[0] === 'blocker');
      rmSync(run.path('.geometry/BLOCKER_REPORT.md'));
      await goesOn(run);
      expect(run.text('.geometry/safety_log.json')).not.toContain('SELF_RELEASE');
    },
    TEST_MS_MAX,
  );

  verifies(
    'L14',
    'a hold whose report the worker took away stays, and gets its report back',
    async () => {
      const run = await atWork();
      // As if a hook had raised it and something of the worker had been quicker than the stop.
      const state = JSON.parse(run.text('.geometry/state.json')) as { holds: unknown[] };
      const hold = { kind: 'blocker', sinceMs: 1, why: 'it failed', text: 'It failed.\n' };
      state.holds = [{ ...hold, locked: false, endsSession: null }];
      writeFileSync(run.path('.geometry/state.json'), JSON.stringify(state));
      await standsStill(run);
      await run.until(() => run.text('.geometry/BLOCKER_REPORT.md') === 'It failed.\n');
      await run.until(() => run.text('.geometry/safety_log.json').includes('SELF_RELEASE'));
      rmSync(run.path('.geometry/BLOCKER_REPORT.md'));
      await run.until(() => run.has('.geometry/BLOCKER_REPORT.md'));
      await standsStill(run);
    },
    TEST_MS_MAX,
  );

  test(
    'a keeper that is killed leaves nothing behind, and the turn is done again',
    async () => {
      const run = await atWork();
      const [id = ''] = readdirSync(run.path('.geometry/nights'));
      const keeper = run.text(`.geometry/nights/${id}/jobs/0001/keeper.json`);
      const worker = run.processes().map(({ pid }) => pid);
      process.kill((JSON.parse(keeper) as { pid: number }).pid, 'SIGKILL');
      await run.until(() => !run.processes().some(({ pid }) => worker.includes(pid)));
      await run.until(() => run.text('turns.txt').split('\n').length === 3);
      expect(run.night()?.moments.some(({ text }) => text.includes('its keeper was killed'))).toBe(
        true,
      );
    },
    TEST_MS_MAX,
  );
});
