/** `tripwire doctor` shows what could be attacked here, and what an agent of this user could do, from the facts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { askAs, newHome, startTripwire, type Home } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 180_000 });

interface Surface {
  readonly ports: readonly {
    readonly plane: string;
    readonly url: string;
    readonly listening: boolean;
    readonly reach: string;
  }[];
  readonly users: {
    readonly this_user: string;
    readonly server: string | null;
    readonly data_owner: string | null;
  };
  readonly files: readonly {
    readonly path: string;
    readonly mode: string;
    readonly changeable: boolean;
  }[];
  readonly keys: {
    readonly held: readonly string[];
    readonly not_held: readonly string[];
    readonly of_agents: {
      readonly keys: readonly { readonly agent: string; readonly last_used_at: number | null }[];
    } | null;
  };
  readonly hooks: readonly {
    readonly client: string;
    readonly kind: string;
    readonly off: string | null;
    readonly file: { readonly path: string; readonly changeable: boolean };
  }[];
  readonly agent_of_this_user: readonly {
    readonly code: string;
    readonly can: string;
    readonly remedy: string;
  }[];
}

async function home(): Promise<Home> {
  const made = await newHome();
  onTestFinished(() => made.provider.close());
  return made;
}

async function surfaceOf({ home: place }: Home, env: Readonly<Record<string, string>> = {}) {
  const { stdout } = await runTripwire(['doctor', '--json'], '', { HOME: place, ...env });
  return (JSON.parse(stdout) as { readonly attack_surface: Surface }).attack_surface;
}

const codes = ({ agent_of_this_user: found }: Surface) => found.map(({ code }) => code);
const withCode = ({ agent_of_this_user: found }: Surface, code: string) =>
  found.find((one) => one.code === code);

test('hooks: missing, installed in one’s own settings, switched off, and their program gone', async () => {
  const place = await home();
  const claude = join(place.home, '.claude');
  const settings = join(claude, 'settings.json');
  const bin = join(place.home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\n', { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  expect(withCode(await surfaceOf(place, env), 'HOOKS_MISSING')).toMatchObject({
    can: expect.stringContaining('Claude Code without being checked') as string,
    remedy: 'run: tripwire init claude-code',
  });

  mkdirSync(claude, { recursive: true });
  const init = await runTripwire(['init', 'claude-code', '--yes'], '', {
    HOME: place.home,
    ...env,
  });
  expect(init.code).toBe(0);
  const installed = await surfaceOf(place, env);
  expect(installed.hooks).toMatchObject([{ client: 'claude-code', kind: 'own', off: null }]);
  expect(withCode(installed, 'HOOKS_REMOVABLE')).toEqual({
    code: 'HOOKS_REMOVABLE',
    can: `can edit ${settings} and so remove the hooks of Claude Code`,
    remedy:
      'run Claude Code as another user, or install managed hooks: sudo tripwire init claude-code --managed',
  });
  expect(codes(installed)).not.toContain('HOOKS_MISSING');

  const text = readFileSync(settings, 'utf8');
  writeFileSync(settings, text.replace('{', '{ "disableAllHooks": true,'));
  expect(withCode(await surfaceOf(place, env), 'HOOKS_OFF')?.can).toContain('disableAllHooks');
  writeFileSync(settings, text.replaceAll(/'[^']*\/tripwire'/g, "'/nowhere/tripwire'"));
  expect(withCode(await surfaceOf(place, env), 'HOOKS_OFF')?.can).toContain('/nowhere/tripwire');
});

test('ports, users, files, keys and what follows from them, beside a running server', async () => {
  const place = await home();
  const before = await surfaceOf(place);
  expect(before.ports.map(({ plane, listening, reach }) => [plane, listening, reach])).toEqual([
    ['agents', false, 'this machine'],
    ['people', false, 'this machine'],
  ]);
  expect(codes(before)).not.toContain('SERVER_ENDABLE');
  expect(codes(before)).not.toContain('TOKEN_READABLE');

  const server = await startTripwire(place);
  onTestFinished(async () => void (await server.end()));
  await server.api('/api/agents', { name: 'coder', by: 'ada' });
  const { key } = await server.api<{ readonly key: string }>('/api/agents/coder/keys', {
    label: 'ci',
  });
  expect((await askAs(server.url, 'coder', key)).status).toBe(200);

  const token = readFileSync(join(place.data, 'admin-token'), 'utf8').trim();
  const during = await surfaceOf(place, {
    ANTHROPIC_API_KEY: 'sk-secret-of-ada',
    TRIPWIRE_ADMIN_TOKEN: token,
  });
  expect(during.ports).toMatchObject([
    { plane: 'agents', url: server.url, listening: true },
    { plane: 'people', url: server.adminUrl, listening: true },
  ]);
  expect(during.users.server).toBe(during.users.this_user);
  expect(during.users.data_owner).toBe(during.users.this_user);
  expect(during.files.map(({ path }) => path)).toContain(join(place.data, 'admin-token'));
  expect(during.keys.of_agents?.keys).toMatchObject([{ agent: 'coder', label: 'ci' }]);
  expect(during.keys.of_agents?.keys[0]?.last_used_at).toBeTypeOf('number');
  expect(during.keys.not_held).toContain('anthropic');
  expect(codes(during)).toEqual(
    expect.arrayContaining([
      'TOKEN_READABLE',
      'JOURNAL_CHANGEABLE',
      'SERVER_ENDABLE',
      'TOKEN_AT_HAND',
      'PROVIDER_KEY_AT_HAND',
    ]),
  );
  // Once a key is given out nobody joins without one.
  expect(codes(during)).not.toContain('ANY_NAME');
  expect(JSON.stringify(during)).not.toContain('sk-secret');
  expect(JSON.stringify(during)).not.toContain(token);

  const shown = await runTripwire(['doctor'], '', { HOME: place.home });
  expect(shown.stdout).toContain('Attack surface');
  expect(shown.stdout).toContain('right now');
  expect(shown.stdout).toMatch(/coder: .*\(ci\), used/);
});
