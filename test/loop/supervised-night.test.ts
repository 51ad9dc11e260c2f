/**
 * A hundred turns with two loops, a full context, an engine that fails and the cap at the end, with a supervisor that is
 * killed again and again. The same without kills must leave the same files, so it is only in the long form.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readTrajectory, trajectoryProblem } from '../../src/loop/index.ts';
import { IS_FULL, kills } from '../kit/runs.ts';
import { NightRun } from './night-run.ts';

const TURNS = 100;
const KILLS = kills(8, 30);
const AFTER_TURN_MS_MAX = 300;
const TEST_MS_MAX = 900_000;
const expected = fileURLToPath(new URL('../fixtures/night/', import.meta.url));
const checked = [
  'turns.txt',
  'a.ts',
  'asked.txt',
  '.geometry/CHECKPOINT.md',
  '.geometry/MISSION_BRIEFING.md',
  '.geometry/MANIFEST.yaml',
  '.geometry/safety_log.json',
];

function turnsOf(run: NightRun): number {
  return run.text('turns.txt').split('\n').length - 1;
}

async function reachedCap(run: NightRun): Promise<void> {
  await run.until(
    () => run.has('.geometry/CHECKPOINT.md') && run.night()?.held[0] === 'checkpoint',
  );
  await run.end('SIGTERM');
}

/** Turns that did not end well, as the night tells them: what to look at first when a file is not as it must be. */
function badTurns(run: NightRun): string {
  const moments = run.night()?.moments ?? [];
  return moments
    .flatMap(({ kind, isFine, text }) => (kind === 'turn' && isFine !== true ? [text] : []))
    .join('; ');
}

/** Every file is as it must be; `TRIPWIRE_UPDATE_NIGHT=1` writes down what it is. */
function expectFiles(run: NightRun): void {
  const name = (file: string) =>
    join(
      expected,
      `${file
        .replace('.geometry/', '')
        .toLowerCase()
        .replaceAll(/[^a-z]/g, '-')}.txt`,
    );
  for (const file of checked) {
    if (process.env['TRIPWIRE_UPDATE_NIGHT'] === '1') {
      mkdirSync(expected, { recursive: true });
      writeFileSync(name(file), run.bare(file));
    }
    expect(run.bare(file), `${file}, after ${badTurns(run)}`).toBe(
      readFileSync(name(file), 'utf8'),
    );
  }
  expect(run.text('asked.txt')).toContain('DEADLOCK TYPE: DUPLICATE_CHAIN');
  const replays = readdirSync(run.path('.geometry/replays'));
  expect(replays).toHaveLength(3);
  for (const replay of replays) {
    const trajectory = readTrajectory(run.path(`.geometry/replays/${replay}`));
    expect(trajectory === null ? 'unreadable' : trajectoryProblem(trajectory)).toBeNull();
  }
  const night = run.night();
  expect(night?.turns).toBe(TURNS);
  expect(night?.adviceAsked).toBe(2);
  expect(night?.restarts).toBe(1);
  const told = night?.moments.filter(({ kind }) => kind === 'turn').map(({ text }) => text) ?? [];
  expect(new Set(told).size).toBe(TURNS);
  expect(told).toHaveLength(TURNS);
  expect(run.processes()).toEqual([]);
}

describe('a night with scripted workers', () => {
  test.runIf(IS_FULL)(
    'a hundred turns through two loops, a compaction and an engine failure end in a checkpoint',
    async () => {
      const run = new NightRun();
      run.start();
      await reachedCap(run);
      expectFiles(run);
    },
    TEST_MS_MAX,
  );

  test(
    `${KILLS} times kill -9 of the supervisor: nothing is lost, nothing is done twice`,
    async () => {
      const run = new NightRun();
      const turns = Array.from({ length: KILLS }, () => Math.ceil(Math.random() * (TURNS - 1)));
      for (const turn of turns.toSorted((a, b) => a - b)) {
        run.start();
        await run.until(() => turnsOf(run) >= turn);
        await sleep(Math.random() * AFTER_TURN_MS_MAX);
        await run.end('SIGKILL');
      }
      run.start();
      await reachedCap(run);
      expectFiles(run);
      // Some were killed before they could say that they are there.
      const crashes = run.night()?.moments.filter(({ kind }) => kind === 'crash').length ?? 0;
      expect(crashes).toBeGreaterThan(0);
      expect(crashes).toBeLessThanOrEqual(KILLS);
    },
    TEST_MS_MAX,
  );
});
