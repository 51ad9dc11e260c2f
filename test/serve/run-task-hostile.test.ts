/**
 * Workers of a night that fight the hold: with the lock, with signals to those who watch them, and with the files that
 * say so. Each is stopped all the same, and a person's request is not lost.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AgentView } from '../../src/gate/index.ts';
import { newHome } from '../kit/running-tripwire.ts';
import { someOf } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import {
  askInSession,
  launcher,
  nightUnderServer,
  until,
  type Night,
} from './night-under-server.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Beside the usual worker: the folder of its job, and what it does every millisecond. */
const everyMs = (work: string) => `
  const { mkdirSync, renameSync, rmSync, writeFileSync } = await import('node:fs');
  const folder = process.env.TRIPWIRE_JOB;
  const state = process.env.TRIPWIRE_DIR;
  const night = folder + '/../..';
  const read = (file) => { try { return JSON.parse(readFileSync(file, 'utf8')); } catch { return null; } };
  const kill = (mark, signal) => { try { process.kill(mark.pid, signal); } catch {} };
  setInterval(() => { appendFileSync('ticks.txt', 'tick\\n'); }, 20);
  const work = () => { try { ${work} } catch {} };
  setInterval(work, 1);
  for (;;) { work(); await new Promise((resolve) => setImmediate(resolve)); if (existsSync('finish')) break; }
`;

const HOLD_LOCK = everyMs(
  `writeFileSync(state + '/.mine', process.pid + ' x'); renameSync(state + '/.mine', state + '/.lock');`,
);
const STOP_KEEPER = everyMs(`kill(read(folder + '/keeper.json'), 'SIGSTOP');`);
const STOP_SUPERVISOR = everyMs(`kill(read(night + '/supervisor.json'), 'SIGSTOP');`);
const DELETE_FILES = everyMs(
  `for (const name of ['STOP', 'PAUSE']) rmSync(state + '/' + name, { force: true });`,
);
const KEEP_LEAVE = everyMs(`
  globalThis.leave ??= existsSync(night + '/leave.json') ? readFileSync(night + '/leave.json') : undefined;
  if (globalThis.leave !== undefined) writeFileSync(night + '/leave.json', globalThis.leave);`);
const FORGE_FROZEN = everyMs(`
  writeFileSync(folder + '/frozen.json', JSON.stringify({ why: 'pause', stands: true, atMs: 1 }));
  rmSync(state + '/PAUSE', { force: true });`);
const FORGE_NAMES = everyMs(`
  for (const name of ['keeper.json', 'worker.json']) {
    globalThis[name] ??= read(folder + '/' + name);
    if (globalThis[name]?.pid > 1) writeFileSync(folder + '/' + name, readFileSync(night + '/supervisor.json'));
  }
  kill(globalThis['keeper.json'], 'SIGSTOP');`);
/** As a file is that somebody was writing in the moment in which he was stopped. */
const EMPTY_CLAIM = everyMs(`
  if (read(folder + '/keeper.json') !== null) writeFileSync(folder + '/keeper.json', '');`);
const GARBLE_CLAIM = everyMs(`
  writeFileSync(folder + '/keeper.json', '{"pid":"1","began":7}');
  writeFileSync(folder + '/worker.json', '[]');`);
const DELETE_CLAIM = everyMs(`
  for (const name of ['keeper.json', 'worker.json']) rmSync(folder + '/' + name, { force: true });`);
/** It leaves its parent and its session, and nothing of it is in its environment. */
const CLEAN_ENVIRONMENT = `
  const line = 'env -i PATH="$PATH" setsid sh -c "while :; do echo tick >> ticks.txt; sleep 0.02; done" & exit 0';
  spawn('sh', ['-c', line], { detached: true, stdio: 'ignore' }).unref();`;
/** What people write then reaches only the new folder, which nothing watches. */
const SWAP_FOLDER = everyMs(`
  if (!existsSync(state + '-old')) { renameSync(state, state + '-old'); mkdirSync(state); }
  rmSync(state + '/PAUSE', { force: true });`);
/** Such a file can neither be written nor taken away. */
const LEAVE_IS_FOLDER = everyMs(`
  const leave = night + '/leave.json';
  if (existsSync(leave + '/x')) return;
  rmSync(leave, { force: true });
  mkdirSync(leave);
  writeFileSync(leave + '/x', '');`);

const pause = (run: Night) => writeFileSync(run.file('.geometry/PAUSE'), '');
const stop = (run: Night) => run.tripwire('stop', 'ticker');

describe('a worker that fights a hold stands still', () => {
  const fights: readonly (readonly [string, string, (run: Night) => unknown])[] = [
    ['tripwire stop, and it forges who its keeper is and stops the real one', FORGE_NAMES, stop],
    ['PAUSE, and it deletes the file every millisecond', DELETE_FILES, pause],
    ['PAUSE, and it writes its own number into the lock', HOLD_LOCK, pause],
    ['tripwire stop, and it writes its leave again and again', KEEP_LEAVE, stop],
    ['PAUSE, and it stops its keeper again and again', STOP_KEEPER, pause],
    [
      'PAUSE, and a tool of it cleaned its environment and left its parent',
      CLEAN_ENVIRONMENT,
      pause,
    ],
    ['tripwire stop, and it stops its keeper again and again', STOP_KEEPER, stop],
    ['tripwire stop, and it writes its own number into the lock', HOLD_LOCK, stop],
    ['PAUSE, and it forges the note that says it stands still', FORGE_FROZEN, pause],
    ['tripwire stop, and it empties the file that names its keeper', EMPTY_CLAIM, stop],
    ['PAUSE, and it writes nonsense into the files that name it', GARBLE_CLAIM, pause],
    ['tripwire stop, and it deletes the files that name it', DELETE_CLAIM, stop],
  ];
  test.each(someOf(4, fights))('%s', async (_name, beside, hold) => {
    const run = await nightUnderServer({ beside });
    await run.goesOn();
    await hold(run);
    await run.comesToRest();
    // And a person who leaves is obeyed.
    run.child.kill('SIGCONT');
    run.child.kill('SIGTERM');
    await until(() => run.child.exitCode !== null, 'the supervisor left');
    expect(run.processes()).toEqual([]);
  });

  test('STOP ends also what cleaned its environment and left its parent', async () => {
    const run = await nightUnderServer({ beside: CLEAN_ENVIRONMENT });
    await run.goesOn();
    writeFileSync(run.file('.geometry/STOP'), '');
    await until(() => run.night()?.ended?.outcome === 'stopped', 'the night is over');
    await run.comesToRest({ mayEnd: true });
  });

  test('a supervisor that it stopped: it has no leave', async () => {
    const run = await nightUnderServer({ beside: STOP_SUPERVISOR });
    await until(() => run.processes().length > 0, 'it begins');
    await run.comesToRest();
    writeFileSync(run.file('.geometry/STOP'), '');
    await until(() => run.processes().length === 0, 'STOP ends it');
  });

  test.each([
    ['a state folder that it swapped for another', SWAP_FOLDER, '.geometry-old'],
    ['a folder where its leave was', LEAVE_IS_FOLDER, 'ticks.txt'],
  ])(
    '%s: nobody watches a worker that moves, and whoever leaves ends it',
    async (_, beside, sign) => {
      const run = await nightUnderServer({ beside });
      await until(() => existsSync(run.file(sign)), 'it fights');
      await stop(run);
      // Its keeper may find its own files gone with the folder, and then the worker ends with it.
      await run.comesToRest({ mayEnd: true });
      expect(run.child.exitCode).toBe(null);
      run.child.kill('SIGTERM');
      await until(() => run.child.exitCode !== null, 'the supervisor left');
      await until(() => run.processes().length === 0, 'nothing is left');
    },
  );

  test('STOP that it deletes every millisecond ends it and the night', async () => {
    const run = await nightUnderServer({ beside: DELETE_FILES });
    await run.goesOn();
    writeFileSync(run.file('.geometry/STOP'), '');
    await until(() => run.night()?.ended?.outcome === 'stopped', 'the night is over');
    expect(run.processes()).toEqual([]);
  });

  test('a PAUSE that it deleted is there again, is told, and only a command lifts it', async () => {
    const run = await nightUnderServer({ beside: DELETE_FILES });
    await run.goesOn();
    const log = run.file('.geometry/safety_log.json');
    const isTold = () => existsSync(log) && readFileSync(log, 'utf8').includes('SELF_RELEASE');
    // The keeper may be quicker than the worker: then the file was never deleted, and there is nothing to tell.
    const isLate = () => {
      const note =
        existsSync(run.job('frozen.json')) && readFileSync(run.job('frozen.json'), 'utf8');
      return note !== false && note.includes('"stands":true,"restored":null');
    };
    for (let tried = 0; tried < 20 && !isTold(); tried += 1) {
      pause(run);
      await run.comesToRest();
      await until(() => isTold() || isLate(), 'it is told');
      if (isTold()) break;
      expect((await run.tripwire('release')).code).toBe(0);
      await run.goesOn();
    }
    expect(isTold()).toBe(true);
    await until(() => existsSync(run.file('.geometry/PAUSE')), 'the file is there again');
    rmSync(run.file('.geometry/PAUSE'));
    await until(() => existsSync(run.file('.geometry/PAUSE')), 'it stays');
    await run.comesToRest();
    expect((await run.tripwire('release')).code).toBe(0);
    await run.goesOn();
  });
});

test('a command without a task that deletes PAUSE every millisecond stands still too', async () => {
  const at = await newHome();
  onTestFinished(() => at.provider.close());
  const file = (name: string) => join(at.home, name);
  mkdirSync(file('.geometry'));
  const program = `
    import { appendFileSync, rmSync } from 'node:fs';
    setInterval(() => appendFileSync('ticks.txt', 'tick'), 20);
    for (;;) { rmSync('.geometry/PAUSE', { force: true }); await new Promise((next) => setImmediate(next)); }`;
  const words = ['run', '--', process.execPath, '--input-type=module', '-e', program];
  const child = spawn(launcher, words, { env: at.env, cwd: at.home, stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    writeFileSync(file('.geometry/STOP'), '');
    await ended;
  });
  const ticks = () => statSync(file('ticks.txt'), { throwIfNoEntry: false })?.size ?? 0;
  await until(() => ticks() > 0, 'it begins');
  writeFileSync(file('.geometry/PAUSE'), '');
  let before = -1;
  await until(async () => {
    before = ticks();
    await sleep(500);
    return ticks() === before;
  }, 'it stands still');
  expect(existsSync(file('.geometry/PAUSE'))).toBe(true);
  rmSync(file('.geometry/PAUSE'));
  await until(() => ticks() > before, 'it goes on');
});

describe('a hold reaches the worker whoever raised it and whatever the clocks say', () => {
  const namesakes = [
    ['deactivate', 'activate'],
    ['pause', 'resume'],
  ] as const;
  test.each(someOf(1, namesakes))('a person called loop: %s', async (hold, lift) => {
    const run = await nightUnderServer();
    await run.goesOn();
    await run.server.api(`/api/agents/ticker/${hold}`, { by: 'loop' });
    await run.standsStill();
    await run.server.api(`/api/agents/ticker/${lift}`, { by: 'loop' });
    await run.goesOn();
  });

  test('a token named loop', async () => {
    const run = await nightUnderServer();
    await run.goesOn();
    const body = { name: 'loop', role: 'operator' };
    const { token } = await run.server.api<{ token: string }>('/api/tokens', body);
    const answer = await fetch(`${run.server.adminUrl}/api/agents/ticker/deactivate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(200);
    await run.standsStill();
    const { holds } = await run.server.api<AgentView>('/api/agents/ticker');
    expect(holds[0]?.by).not.toBe('loop');
  });

  test('a clock that is hours ahead of the server’s', async () => {
    const ahead = join(temporaryFolder('ahead'), 'ahead.mjs');
    writeFileSync(ahead, 'const now = Date.now; Date.now = () => now() + 8 * 3_600_000;\n');
    const run = await nightUnderServer({
      env: { NODE_OPTIONS: `--import=${ahead}` },
      prepare: (server) => askInSession(server, 'tonight'),
    });
    await run.goesOn();
    await run.server.api('/api/agents/ticker/deactivate', { session: 'tonight' });
    await run.standsStill();
    await run.server.api('/api/agents/ticker/activate', { session: 'tonight' });
    await run.goesOn();
  });
});

describe('what a night leaves on the disk', () => {
  test('output is bounded, and its end is kept', async () => {
    const run = await nightUnderServer({
      worker: `
        import { writeSync } from 'node:fs';
        const line = 'x'.repeat(1_023) + '\\n';
        const block = line.repeat(1_024);
        for (let count = 0; count < 300; count += 1) writeSync(1, block);
        console.log('TASK_COMPLETE');`,
    });
    await until(() => run.night()?.ended?.outcome === 'done', 'it is done');
    expect(statSync(run.job('output.log')).size).toBeLessThan(32 * 1_024 * 1_024);
    expect(readFileSync(run.job('output.log'), 'utf8')).toContain('bytes were left out');
  });

  test('a key in the task reaches the worker, and no file or report keeps it', async () => {
    const key = `sk-ant-api03-${'k3y'.repeat(20)}`;
    const run = await nightUnderServer({
      task: `Deploy with ${key} tonight.`,
      worker: `
        import { appendFileSync, existsSync, readFileSync } from 'node:fs';
        const had = /sk-ant-api03-(?:k3y){20}/.test(readFileSync(0, 'utf8'));
        appendFileSync('had.txt', had + '\\n');
        setInterval(() => { if (existsSync('finish')) { console.log('TASK_COMPLETE'); process.exit(0); } }, 20);`,
    });
    const had = () =>
      existsSync(run.file('had.txt')) ? readFileSync(run.file('had.txt'), 'utf8') : '';
    await until(() => had() === 'true\n', 'the worker got it');
    expect(JSON.stringify(run.night())).not.toContain(key);
    expect((await run.report()).stdout).not.toContain(key);
    run.child.kill('SIGTERM');
    await until(() => run.child.exitCode !== null, 'it left');
    const again = run.resume();
    await until(() => had() === 'true\ntrue\n', 'the worker got it again');
    writeFileSync(run.file('finish'), '');
    await until(() => again.child.exitCode !== null, 'it is done');
    const { stdout } = await run.report('--html', run.file('night.html'));
    expect(stdout).not.toContain(key);
    expect(readFileSync(run.file('night.html'), 'utf8')).not.toContain(key);
    const folder = run.file('.geometry');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!statSync(join(folder, name)).isFile()) continue;
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toContain(key);
    }
  });
});
