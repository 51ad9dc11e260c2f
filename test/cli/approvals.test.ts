/** Approvals at the terminal, and `tripwire hook` as clients start it, beside a running Tripwire and without one. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HOOK_CLIENT_IDS } from '../../src/clients/table.ts';
import type { Approval } from '../../src/control/api/client.ts';
import { commandPayload, MIGRATE_RULE } from '../hooks/approvals-place.ts';
import { isRefusal } from '../hooks/hook-server.ts';
import { namedToken } from '../kit/named-token.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { someOf } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const MIGRATE = 'npm run migrate';

async function placeWith(yaml: string) {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  home.configure(yaml);
  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  const folder = temporaryFolder('project');
  const env = { HOME: home.home };
  const owner = readFileSync(join(home.data, 'admin-token'), 'utf8').trim();
  const named = { ...env, TRIPWIRE_ADMIN_TOKEN: await namedToken(server.adminUrl, owner) };
  const waiting = async (count: number) => {
    const asked = () => server.api<readonly Approval[]>('/api/approvals');
    await expect.poll(async () => (await asked()).length, { timeout: 30_000 }).toBe(count);
    return asked();
  };
  return {
    waiting,
    // Without a terminal a yes needs a token with a name.
    run: (...args: string[]) => runTripwire(args, '', args[0] === 'grant' ? named : env),
    hook: (client: (typeof HOOK_CLIENT_IDS)[number], command: string) =>
      decided(client, JSON.stringify(commandPayload(client, folder, command)), env),
  };
}

/** A hook that found no time to decide refused for that alone: on a busy machine it is asked again. */
async function decided(
  client: string,
  payload: string,
  env: Readonly<Record<string, string>>,
): ReturnType<typeof runTripwire> {
  const answer = await runTripwire(['hook', client], payload, env);
  return answer.stdout.includes('cannot decide') ? decided(client, payload, env) : answer;
}

describe('the commands', () => {
  test.each(someOf(2, HOOK_CLIENT_IDS))(
    'a hook of %s waits, a person lists it and grants it, and it runs',
    async (client) => {
      const at = await placeWith(MIGRATE_RULE);
      const free = await at.hook(client, 'npm test');
      expect(isRefusal(free.stdout)).toBe(false);
      expect((await at.run('approvals')).stdout).toContain('Nothing waits for approval.');
      const waits = at.hook(client, MIGRATE);
      const [asked] = await at.waiting(1);
      const listed = await at.run('approvals');
      expect(listed.stdout).toContain(asked?.target);
      expect(listed.stdout).toContain(MIGRATE);
      expect(listed.stdout).toContain('may answer: every operator');
      const granted = await at.run('grant', asked?.target ?? '', '--why', 'looked at it');
      expect(granted).toMatchObject({ code: 0, stderr: '' });
      // On a slow machine the hook gave up before the answer came; then the next try finds it.
      const first = await waits;
      const passed = isRefusal(first.stdout) ? await at.hook(client, MIGRATE) : first;
      expect(isRefusal(passed.stdout)).toBe(false);
      expect(passed.code).toBe(0);
      await at.waiting(0);
    },
  );

  test('refuse says no, and what does not wait is named', async () => {
    const at = await placeWith(MIGRATE_RULE);
    const denied = await at.hook('claude-code', MIGRATE);
    expect(isRefusal(denied.stdout)).toBe(true);
    const [asked] = await at.waiting(1);
    const refused = await at.run('refuse', asked?.target ?? '', '--json');
    expect(JSON.parse(refused.stdout)).toMatchObject({ decided: 'refused' });
    const again = await at.hook('claude-code', MIGRATE);
    expect(again.stdout).toContain('A person refused it');
    const nothing = await at.run('grant', 'migrate:Bash:0000000000000000');
    expect(nothing).toMatchObject({ code: 1 });
    expect(nothing.stderr).toContain('nothing waits for a yes under');
    expect(await at.run('grant')).toMatchObject({ code: 2 });
  });
});

test('without a running Tripwire nobody can be asked, and what needs a yes does not run', async () => {
  const home = temporaryFolder('home');
  mkdirSync(join(home, '.tripwire'), { mode: 0o700 });
  writeFileSync(join(home, '.tripwire', 'tripwire.yaml'), MIGRATE_RULE);
  const folder = temporaryFolder('project');
  const run = (command: string) =>
    runTripwire(
      ['hook', 'claude-code'],
      JSON.stringify(commandPayload('claude-code', folder, command)),
      { HOME: home },
    );
  expect(isRefusal((await run('npm test')).stdout)).toBe(false);
  const denied = await run(MIGRATE);
  expect(isRefusal(denied.stdout)).toBe(true);
  expect(denied.stdout).toContain('no Tripwire is running');
});

test('a question outlives a restart of the server: granted afterwards, the next try passes', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  home.configure(MIGRATE_RULE);
  const env = { HOME: home.home };
  const payload = JSON.stringify(
    commandPayload('claude-code', temporaryFolder('project'), MIGRATE),
  );
  const hook = () => decided('claude-code', payload, env);
  const first = await startTripwire(home);
  expect(isRefusal((await hook()).stdout)).toBe(true);
  await first.end();
  const second = await startTripwire(home);
  onTestFinished(async () => void (await second.end()));
  const [asked] = await second.api<readonly Approval[]>('/api/approvals');
  expect(asked).toMatchObject({ rule: 'migrate', refused: false });
  const owner = readFileSync(join(home.data, 'admin-token'), 'utf8').trim();
  const named = { ...env, TRIPWIRE_ADMIN_TOKEN: await namedToken(second.adminUrl, owner) };
  const grant = ['grant', asked?.target ?? ''];
  expect(await runTripwire([...grant, '--yes'], '', env)).toMatchObject({ code: 1 });
  expect(await runTripwire(grant, '', named)).toMatchObject({ code: 0 });
  expect(isRefusal((await hook()).stdout)).toBe(false);
  expect(isRefusal((await hook()).stdout)).toBe(true);
});
