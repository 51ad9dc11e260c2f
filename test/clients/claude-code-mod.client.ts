/**
 * The mod in Claude Code itself: its requests go to the provider directly, so only the mod can keep them back.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startFakeProvider, type AskedTurn, type FakeAnswer } from '../../src/testing/index.ts';
import { AGENT, hookServerPlace } from '../hooks/hook-server.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { claudeCode } from './claude-code.ts';
import { runClient } from './client-run.ts';

vi.setConfig({ testTimeout: 300_000 });

const WAIT = 'until [ -e go ]; do sleep 0.1; done';

/** Claude Code with hooks and the mod, and a provider that Tripwire doesn't see. */
async function moddedClaude(script: (turn: AskedTurn) => FakeAnswer, isAlone = false) {
  const place = await hookServerPlace();
  const provider = await startFakeProvider({ script });
  onTestFinished(() => provider.close());
  const [home, project] = [temporaryFolder('home'), temporaryFolder('project')];
  mkdirSync(join(home, '.claude'));
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, TRIPWIRE_URL: place.server.url };
  const done = await runTripwire(['init', 'claude-code', '--mod', '--yes'], '', env);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  // Without the hooks, which would refuse the prompt and end the session before the mod is asked.
  if (isAlone) rmSync(join(home, '.claude/settings.json'));
  const prepared = { home, project, url: provider.url };
  const asked = { TRIPWIRE_URL: place.server.url, TRIPWIRE_AGENT: AGENT };
  const client = {
    ...claudeCode,
    prepare: (...at: Parameters<typeof claudeCode.prepare>) => {
      const start = claudeCode.prepare(...at);
      return { ...start, env: { ...start.env, ...asked } };
    },
  };
  return { place, provider, project, run: () => runClient(client, prepared, 'look around') };
}

test('a healthy run is left alone', async () => {
  const at = await moddedClaude(({ toolResults }) =>
    toolResults.length === 0 ? { toolCalls: [claudeCode.shell('ls')] } : { text: 'All done.' },
  );
  const run = await at.run();
  expect(run, run.stderr).toMatchObject({ exitCode: 0 });
  expect(run.stdout).toContain('All done.');
});

test('an agent that is stopped while a tool runs asks the model no more', async () => {
  const at = await moddedClaude(
    ({ toolResults }) =>
      toolResults.length === 0 ? { toolCalls: [claudeCode.shell(WAIT)] } : { text: 'All done.' },
    true,
  );
  const running = at.run();
  const asks = () => at.provider.requests.filter(({ bytesSent }) => bytesSent > 0).length;
  await vi.waitFor(() => expect(asks()).toBeGreaterThan(0), { timeout: 120_000 });
  const act = { agent: AGENT, by: 'ann', why: 'seen enough' } as const;
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  await at.place.server.gate.operate({ ...act, action: 'deactivate' });
  const before = at.provider.requests.length;
  writeFileSync(join(at.project, 'go'), '');
  const run = await running;
  console.log(`stopped: exit code ${run.exitCode}, it says: ${run.stdout.trim().slice(0, 300)}`);
  expect(at.provider.requests).toHaveLength(before);
  expect(run.stdout).toContain('seen enough');
});

test('without its server it asks nothing', async () => {
  const at = await moddedClaude(() => ({ text: 'All done.' }), true);
  await at.place.server.close();
  const run = await at.run();
  console.log(`no server: exit code ${run.exitCode}, it says: ${run.stdout.trim().slice(0, 300)}`);
  expect(at.provider.requests).toHaveLength(0);
  expect(run.stdout).toContain('could not be asked');
});
