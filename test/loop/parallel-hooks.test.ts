/** Hooks side by side and hooks that are killed: no update is lost, no file is half written. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { DEFAULT_MANIFEST } from '../../src/loop/index.ts';
import { readJournal } from '../kit/project-journal.ts';
import { IS_LONG, kills } from '../kit/runs.ts';
import { testProgram } from '../kit/test-programs.ts';
import { LoopProject, manifestWith } from './loop-project.ts';

const program = testProgram('test/loop/hook-program.ts');
const KILLS = kills(9, 30);
/** A few find an update that is lost; in the long form so many that all meet all others. */
const PARALLEL = IS_LONG ? 16 : 6;
const TURNS = 3;
const WORKING_MS_MAX = 60;
const LANES = 3;
/** The most events that are read at once. */
const JOURNAL_ROWS_READ = 1_000;
/** Fewer events than the log keeps, however fast the machine is. */
const TURNS_WHILE_ALIVE = 90;

const wide = manifestWith(
  DEFAULT_MANIFEST.replace('max_iterations: 100', 'max_iterations: 1000000'),
);

/** A hook process, and what it said. */
function startHook(folder: string, session: string, count: number) {
  const child = spawn(process.execPath, [program, folder, session, String(count)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const began = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      resolve();
    });
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += `failed ${chunk.toString()}`;
  });
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  return {
    began,
    ended,
    kill: () => child.kill('SIGKILL'),
    answered: () => said.split('\n').filter((line) => line.startsWith('answered')).length,
    failures: () => said.split('\n').filter((line) => line.startsWith('failed')),
  };
}

/** Kills hooks of one project, one after the other. */
async function killAgainAndAgain(project: LoopProject, rounds: number): Promise<void> {
  let answered = 0;
  let stops = 0;
  for (let round = 0; round < rounds; round += 1) {
    const hook = startHook(project.folder, `s${round % 3}`, TURNS_WHILE_ALIVE);
    await hook.began;
    await sleep(Math.random() * WORKING_MS_MAX);
    hook.kill();
    await hook.ended;
    answered += hook.answered();
    expect(hook.failures()).toEqual([]);
    // The lock of the dead does not stop the next, and every file can be read.
    expect(await project.stop()).toEqual({ kind: 'pass', say: null });
    stops += 1;
    expect(project.manifest().iterationCount).toBeGreaterThanOrEqual(answered + stops);
    expect(project.logged().length).toBeGreaterThanOrEqual(answered);
    expect(new Set(project.logged())).toEqual(new Set(['PROTECTED_PATH/denied_tool']));
  }
  // Each kill may have cut off one turn after it was counted and before it was answered.
  expect(project.manifest().iterationCount).toBeLessThanOrEqual(answered + stops + rounds);
  // What was answered was recorded before, and what was cut off left a whole chain.
  const { replay, events } = await readJournal(project.path(''));
  expect(replay).toMatchObject({ parity: true });
  expect(events.filter(({ eventType }) => eventType === 'note').length).toBeGreaterThanOrEqual(
    Math.min(answered, JOURNAL_ROWS_READ / 2),
  );
  expect(readdirSync(project.path('')).filter((name) => name.startsWith('.growing'))).toEqual([]);
}

describe('hooks at the same time', () => {
  verifies(
    ['L13', 'L15'],
    `${PARALLEL} at once lose no update`,
    async () => {
      const project = new LoopProject(wide);
      const hooks = Array.from({ length: PARALLEL }, (_, index) =>
        startHook(project.folder, `s${index}`, TURNS),
      );
      await Promise.all(hooks.map(({ ended }) => ended));
      expect(hooks.flatMap((hook) => hook.failures())).toEqual([]);
      expect(project.manifest().iterationCount).toBe(PARALLEL * TURNS);
      expect(project.log()).toHaveLength(PARALLEL * TURNS);
      // Each call that was turned down is noted and seen.
      const { records, replay, isChained } = await readJournal(project.path(''));
      const notes = records.filter(({ type }) => type === 'signal');
      const sightings = records.filter(({ type }) => type === 'event' || type === 'admit');
      expect(notes).toHaveLength(PARALLEL * TURNS);
      expect(sightings).toHaveLength(PARALLEL * TURNS);
      expect(isChained).toBe(true);
      expect(replay).toMatchObject({ parity: true, records: records.length });
    },
    240_000,
  );

  verifies(
    ['L13', 'L15'],
    `${KILLS} times kill -9: what was answered is kept, every file is whole`,
    async () => {
      // Side by side, because most of a round is waiting for a process to start.
      const projects = Array.from({ length: LANES }, () => new LoopProject(wide));
      await Promise.all(projects.map((project) => killAgainAndAgain(project, KILLS / LANES)));
    },
    240_000,
  );

  test('a lock whose process is gone is taken over, one that is held is waited for', async () => {
    const project = new LoopProject();
    mkdirSync(project.path(''), { recursive: true });
    writeFileSync(project.path('.lock'), '999999999 deadbeef');
    expect(await project.stop()).toEqual({ kind: 'pass', say: null });
    expect(project.has('.lock')).toBe(false);
    writeFileSync(project.path('.lock'), `${process.pid} cafe`);
    const answer = await project.call('Read', { file_path: join(project.folder, 'a.ts') });
    expect(answer).toMatchObject({
      kind: 'deny',
      reason: expect.stringContaining(`is held by process ${process.pid}`) as string,
    });
    project.remove('.lock');
    expect(await project.call('Read', { file_path: 'a.ts' })).toEqual({ kind: 'pass', say: null });
  });
});
