/** Real coding agents under `tripwire run --task`: stuck, advised, done; and ended with the tool that runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { jobProcesses } from '../kit/job-processes.ts';
import { runOnTerminal } from '../kit/on-terminal.ts';
import { clientProgram, clientsFolder } from './client-packages.ts';
import { runProgram, surroundings } from './client-run.ts';
import { guardedClients, type GuardedClient } from './guarded-client.ts';
import { homeProcesses } from './home-processes.ts';
import { steps, unlessAside } from './hook-scripts.ts';
import { openHooksLab, TRIPWIRE, type HooksLab } from './hooks-lab.ts';
import { ADVICE, nightOrder, openNight } from './night-lab.ts';

const LOOK_EVERY_MS = 20;
const QUIET_MS = 1_000;
/** A stop has to reach everything within this; what is measured is told. */
const STOP_MS_MAX = 1_000;

function processesOf({ home }: HooksLab): readonly string[] {
  return homeProcesses(home);
}

test('docs/overnight.md, as it is written: from nothing to a guarded night and its report', async () => {
  const [guarded] = guardedClients;
  if (guarded === undefined) throw new Error('no client');
  const document = readFileSync(new URL('../../docs/overnight.md', import.meta.url), 'utf8');
  const [, start = ''] = document.split(/^## /m);
  const lines = start.split('\n').filter((line) => line.startsWith('tripwire '));
  expect(lines.map((line) => line.split(' ')[1])).toEqual(['init', 'run', 'report', 'report']);
  const lab = await openHooksLab(
    guarded,
    steps(
      () => ({ toolCalls: [guarded.write('notes.md', 'It works.\n', lab.project)] }),
      () => ({ text: 'All tests pass.\nTASK_COMPLETE' }),
    ),
  );
  const { env } = nightOrder(guarded, lab);
  const clients = join(clientsFolder(process.env), 'node_modules', '.bin');
  const path = [dirname(TRIPWIRE), clients, surroundings(lab.home)['PATH']].join(':');
  const startedAtMs = performance.now();
  for (const line of lines) {
    // Nobody is there to say yes.
    const words = line.replace('tripwire init', 'tripwire init --yes');
    const run = await runProgram('sh', lab, { args: ['-c', words], env: { ...env, PATH: path } });
    expect(`${words}: ${run.exitCode} ${run.exitCode === 0 ? '' : run.stderr}`).toBe(
      `${words}: 0 `,
    );
  }
  const tookMs = Math.round(performance.now() - startedAtMs);
  console.log(`docs/overnight.md took ${tookMs} ms`);
  expect(lab.lines('notes.md')).toEqual(['It works.']);
  expect(lab.lines('night.html').join('\n')).toContain('<svg');
  expect(lab.logged()).toEqual([]);
});

async function standsStillForAStop(guarded: GuardedClient): Promise<void> {
  const { tried } = guarded;
  const tool = 'echo on > on.txt; while [ ! -e go.txt ]; do sleep 0.1; done; echo off > off.txt';
  const lab = await openNight(
    guarded,
    unlessAside(() =>
      lab.has('off.txt') ? { text: 'TASK_COMPLETE' } : { toolCalls: [tried.shell(tool)] },
    ),
  );
  const { args, env } = nightOrder(guarded, lab);
  const child = spawn(TRIPWIRE, args, {
    cwd: lab.project,
    env: { ...surroundings(lab.home), ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  while (!lab.has('on.txt') && child.exitCode === null) await sleep(LOOK_EVERY_MS);
  const agent = basename(clientProgram(tried.client, ''));
  expect(await lab.tripwire('stop', agent)).toMatchObject({ exitCode: 0 });
  const worker = () => jobProcesses(lab.project);
  while (!worker().every(({ isStopped }) => isStopped)) await sleep(LOOK_EVERY_MS);
  expect(worker().length).toBeGreaterThan(1);
  lab.put('go.txt', '');
  await sleep(QUIET_MS);
  expect(lab.has('off.txt')).toBe(false);
  const resumed = await runOnTerminal(['resume', agent, '--yes'], '', surroundings(lab.home));
  expect(resumed).toMatchObject({ code: 0 });
  expect(await ended).toEqual([0, null]);
  expect(lab.lines('off.txt')).toEqual(['off']);
  expect(processesOf(lab)).toEqual([]);
}

describe.each(guardedClients)('$title', (guarded) => {
  const { tried } = guarded;

  test('a stuck task is ended, advised, and gone on with to its end', async () => {
    let asked = 0;
    const lab = await openNight(
      guarded,
      unlessAside((turn) => {
        asked += 1;
        const isAdvised = JSON.stringify(turn.body).includes(ADVICE);
        if (!isAdvised) {
          const place = asked % 2 === 0 ? 'here.txt' : 'there.txt';
          return { toolCalls: [tried.shell(`echo x >> runs.txt; cat ${place}`)] };
        }
        if (!existsSync(join(lab.project, 'found.txt'))) {
          return { toolCalls: [tried.shell('echo cat > found.txt')] };
        }
        return { text: 'There it is.\nTASK_COMPLETE' };
      }),
    );
    const run = await runProgram(TRIPWIRE, lab, nightOrder(guarded, lab));
    expect(run.stderr).toContain('advised: LOOK UNDER THE BED');
    expect(run.stderr).toContain(': done after 2 turns');
    expect(run.exitCode).toBe(0);
    expect(lab.lines('found.txt')).toEqual(['cat']);
    expect(lab.lines('runs.txt')).toHaveLength(6);
    expect(lab.logged()).toContain('DUPLICATE_CHAIN paused_for_new_approach');
    expect(lab.logged()).toContain('OUT_OF_BAND_ADVISOR injected_advice');
    expect(lab.lines('asked.txt').join('\n')).toContain('cat there.txt');
    const report = await lab.tripwire('report');
    expect(report.stdout).toContain('DUPLICATE_CHAIN');
    expect(report.exitCode).toBe(0);
    expect(processesOf(lab)).toEqual([]);
  });

  test('tripwire stop makes the client and its tool stand still, resume lets it finish', () =>
    standsStillForAStop(guarded));

  test('STOP ends the client and the tool that runs', async () => {
    const lab = await openNight(
      guarded,
      unlessAside(() => ({ toolCalls: [tried.shell('echo on > on.txt; sleep 600')] })),
    );
    const { args, env } = nightOrder(guarded, lab);
    const child = spawn(TRIPWIRE, args, {
      cwd: lab.project,
      env: { ...surroundings(lab.home), ...env },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (!lab.has('on.txt') && child.exitCode === null) await sleep(LOOK_EVERY_MS);
    expect(child.exitCode).toBeNull();
    const stoppedAtMs = performance.now();
    lab.put('.geometry/STOP', '');
    const own = String(child.pid);
    while (processesOf(lab).some((pid) => pid !== own)) await sleep(LOOK_EVERY_MS);
    const tookMs = Math.round(performance.now() - stoppedAtMs);
    console.log(`${guarded.title}: all of it was gone ${tookMs} ms after STOP`);
    expect(tookMs).toBeLessThan(STOP_MS_MAX * 3);
    expect(await ended).toEqual([1, null]);
    expect(processesOf(lab)).toEqual([]);
  });
});
