/**
 * Releasing from a shell without a terminal, as an agent has one: refused, also with --yes, unless a token with a name is
 * shown. At a terminal a person's yes releases.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { namedToken } from '../kit/named-token.ts';
import { runOnTerminal } from '../kit/on-terminal.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { askAs, newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 180_000 });

/** A server with an agent that a person stopped. */
async function stopped() {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  home.configure('kill_switch: { enabled: true }\n');
  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  await askAs(server.url, 'coder');
  await server.api('/api/agents/coder/deactivate', { why: 'it leaks' });
  const env = { HOME: home.home };
  const owner = readFileSync(join(home.data, 'admin-token'), 'utf8').trim();
  const isHeld = async () => {
    const { active } = await server.api<{ readonly active: number }>('/api/agents/coder');
    return active === 0;
  };
  return { server, env, owner, isHeld };
}

describe('resume', () => {
  test.each([[[]], [['--yes']], [['--json', '--yes']]])(
    'without a terminal %j: refused',
    async (more) => {
      const { env, isHeld } = await stopped();
      const { code, stderr } = await runTripwire(['resume', 'coder', ...more], '', env);
      expect(code).toBe(1);
      expect(stderr).toContain('this needs a person');
      expect(stderr).toContain('TRIPWIRE_ADMIN_TOKEN');
      expect(await isHeld()).toBe(true);
    },
  );

  test('the owner’s token in the environment is no name; one that nobody made is refused by the server', async () => {
    const { env, owner, isHeld } = await stopped();
    for (const token of [owner, 'twc_made_up']) {
      const shown = { ...env, TRIPWIRE_ADMIN_TOKEN: token };
      expect((await runTripwire(['resume', 'coder'], '', shown)).code).toBe(1);
    }
    expect(await isHeld()).toBe(true);
  });

  test('a program with a token of its own releases, and the record says who', async () => {
    const { server, env, owner, isHeld } = await stopped();
    const token = await namedToken(server.adminUrl, owner, 'night-watch');
    const shown = { ...env, TRIPWIRE_ADMIN_TOKEN: token };
    expect(await runTripwire(['resume', 'coder'], '', shown)).toMatchObject({ code: 0 });
    expect(await isHeld()).toBe(false);
    const events = await server.api<readonly { readonly reason: string }[]>('/api/events');
    expect(JSON.stringify(events)).toContain('night-watch');
  });

  test('at a terminal the name is typed', async () => {
    const { env, isHeld } = await stopped();
    expect((await runOnTerminal(['resume', 'coder'], 'yes\n', env)).code).toBe(1);
    expect(await isHeld()).toBe(true);
    expect(await runOnTerminal(['resume', 'coder'], 'coder\n', env)).toMatchObject({ code: 0 });
    expect(await isHeld()).toBe(false);
  });
});

test('resume-all and arm --shadow: the same', async () => {
  const { server, env, owner } = await stopped();
  await server.api('/api/stop-all', { why: 'fire' });
  for (const words of [['resume-all'], ['resume-all', '--yes'], ['arm', '--shadow', '--yes']]) {
    const { code, stderr } = await runTripwire(words, '', env);
    expect({ words, code }).toEqual({ words, code: 1 });
    expect(stderr).toContain('this needs a person');
  }
  expect((await runOnTerminal(['resume-all'], 'n\n', env)).code).toBe(1);
  expect(await runOnTerminal(['resume-all'], 'y\n', env)).toMatchObject({ code: 0 });
  const shown = { ...env, TRIPWIRE_ADMIN_TOKEN: await namedToken(server.adminUrl, owner) };
  expect(await runTripwire(['arm', '--shadow'], '', shown)).toMatchObject({ code: 0 });
  // Tightening asks nobody.
  expect(await runTripwire(['arm'], '', env)).toMatchObject({ code: 0 });
});

test('release of a project: the same, and a made-up token is nobody’s', async () => {
  const project = temporaryFolder('project');
  const state = join(project, '.geometry');
  mkdirSync(state);
  writeFileSync(join(state, 'PAUSE'), 'look');
  const env = { HOME: temporaryFolder('home'), TRIPWIRE_DIR: state };
  for (const more of [{}, { TRIPWIRE_ADMIN_TOKEN: 'twc_made_up' }]) {
    const { code } = await runTripwire(['release', '--project', project, '--yes'], '', {
      ...env,
      ...more,
    });
    expect(code).toBe(1);
  }
  expect((await runOnTerminal(['release', '--project', project], 'no\n', env)).code).toBe(1);
  const released = await runOnTerminal(['release', '--project', project], 'y\n', env);
  expect(released).toMatchObject({ code: 0 });
  expect(released.stdout).toContain('Lifted: pause');
});
