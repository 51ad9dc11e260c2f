/**
 * A night's worker while its agent is stopped at the server: by a person, with all others, by the kill switch, or because
 * the server is gone. All of it stands still, tools included, and goes on where it was.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { AgentView } from '../../src/gate/index.ts';
import { DEFAULT_MANIFEST } from '../kit/default-manifest.ts';
import { askInSession, nightUnderServer, until, type Night } from './night-under-server.ts';

vi.setConfig({ testTimeout: 240_000 });

/** The supervisor asks ten times a second. */
const SEEN_MS = 500;

/** How long it took from the hold to the stop of everything, as the two clocks of this machine tell it. */
async function tellDelay({ server, file, night }: Night, what: string): Promise<void> {
  const { holds } = await server.api<AgentView>('/api/agents/ticker');
  const job = file(`.geometry/nights/${night()?.id ?? ''}/jobs/0001/frozen.json`);
  const { atMs } = JSON.parse(readFileSync(job, 'utf8')) as { readonly atMs: number };
  console.log(`${what}: all of it stood still ${atMs - (holds[0]?.since ?? 0)} ms after the hold`);
}

describe('a worker in the middle of its work', () => {
  verifies(
    'L14',
    'tripwire stop and stop-all stop all of it, resume and resume-all let it go on',
    async () => {
      const run = await nightUnderServer();
      await run.goesOn();
      expect((await run.tripwire('stop', 'ticker')).code).toBe(0);
      await run.standsStill();
      await tellDelay(run, 'tripwire stop');
      await until(() => run.held().length === 1, 'the record tells it');
      const held = await run.report();
      expect(held.stdout).toContain('manual (tripwire resume ticker)');
      expect(held.code).toBe(1);
      expect((await run.tripwire('resume', 'ticker')).code).toBe(0);
      await run.goesOn();
      await until(() => run.held().length === 2, 'the record tells the release');
      expect((await run.tripwire('stop-all')).code).toBe(0);
      await run.standsStill();
      await tellDelay(run, 'tripwire stop-all');
      expect((await run.tripwire('resume-all')).code).toBe(0);
      await run.goesOn();
      await until(() => run.held().length === 4, 'the record tells all of it');
      expect(run.held().map(({ kind, text }) => `${kind} ${text.split(' (')[0] ?? ''}`)).toEqual([
        'hold held: manual',
        'resumed it may go on',
        'hold held: stop_all',
        'resumed it may go on',
      ]);
      expect(readFileSync(run.file('turns.txt'), 'utf8')).toBe('turn\n');
      mkdirSync(run.file('finish'));
      const [code] = (await once(run.child, 'exit')) as [number];
      expect(code).toBe(0);
      expect(run.processes()).toEqual([]);
    },
  );

  verifies('L14', 'the kill switch stops all of it where nobody knows a way out', async () => {
    const run = await nightUnderServer({
      steps: 20,
      settings: 'kill_switch:\n  enabled: true\n',
      files: {
        '.geometry/MANIFEST.yaml': `${DEFAULT_MANIFEST}advisor: { commands: [["false"]] }\n`,
      },
    });
    await until(() => run.held().length === 1, 'the kill switch');
    await until(() => run.processes().length === 0, 'its turn is ended');
    expect(run.held()[0]?.text).toContain('held: kill_switch (tripwire resume ticker');
    expect((await run.tripwire('resume', 'ticker')).code).toBe(0);
    await run.goesOn();
  });

  verifies(
    ['L14', 'X12'],
    'a stop with wind-down leaves it time to save; when that is over all of it stands still',
    async () => {
      const run = await nightUnderServer();
      await run.goesOn();
      const stop = ['stop', 'ticker', '--wind-down', '--seconds', '6'];
      expect((await run.tripwire(...stop)).code).toBe(0);
      // The supervisor has seen the stop by now, and lets the worker go on.
      await sleep(SEEN_MS);
      await run.goesOn();
      expect(run.held()).toEqual([]);
      const { holds } = await run.server.api<AgentView>('/api/agents/ticker');
      expect(holds).toMatchObject([{ hold: 'manual', grace: { left: 10 } }]);
      await run.standsStill();
      await until(() => run.held().length === 1, 'the record tells it');
      expect((await run.tripwire('resume', 'ticker')).code).toBe(0);
      await run.goesOn();
    },
  );

  test('without a server it stands still until there is one again', async () => {
    const run = await nightUnderServer();
    await run.goesOn();
    const { url, adminUrl } = run.server;
    await run.server.end('SIGKILL');
    await run.standsStill();
    await until(() => run.held().length === 1, 'the record tells it');
    expect(run.held()[0]?.text).toContain('no contact with the gate: No Tripwire is running here');
    const ports = ['--port', new URL(url).port, '--admin-port', new URL(adminUrl).port];
    await run.start(...ports);
    await run.goesOn();
  });

  test('a server that hangs is none: it stands still until there is an answer', async () => {
    const run = await nightUnderServer();
    await run.goesOn();
    run.server.process.kill('SIGSTOP');
    await run.standsStill();
    await until(() => run.held().length === 1, 'the record tells it');
    expect(run.held()[0]?.text).toContain('it did not answer within 5000 ms');
    run.server.process.kill('SIGCONT');
    await run.goesOn();
  });

  test('work that nobody stops is never held, whatever another session of the agent is held for', async () => {
    const run = await nightUnderServer({
      steps: 2,
      prepare: async (server) => {
        await askInSession(server, 'last-week');
        await server.api('/api/agents/ticker/deactivate', { session: 'last-week' });
      },
    });
    const { sessions } = await run.server.api<AgentView>('/api/agents/ticker');
    expect(sessions.map(({ id, active }) => `${id} ${active}`)).toContain('last-week 0');
    await run.goesOn();
    mkdirSync(run.file('finish'));
    const [code] = (await once(run.child, 'exit')) as [number];
    expect(code).toBe(0);
    expect(run.held()).toEqual([]);
    const frozen = run.file(`.geometry/nights/${run.night()?.id ?? ''}/jobs/0001/frozen.json`);
    expect(existsSync(frozen)).toBe(false);
  });
});
