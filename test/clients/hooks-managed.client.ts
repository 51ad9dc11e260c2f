/**
 * Hooks from settings that only root can change: they need no trust, and the agent cannot switch them off.
 *
 * The clients look for them below /etc and nowhere else, so each runs in a mount namespace of its own, whose /etc is a
 * copy with our settings in it. Where the system has no such thing, these are skipped.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guardedClients, type GuardedClient } from './guarded-client.ts';
import { calls, FINISHED, steps } from './hook-scripts.ts';
import { openGuardedLab, openHooksLab, type HooksLab } from './hooks-lab.ts';

const apart = ['unshare', '--mount'];
const WITH_ETC = [...apart, 'sh', '-c', 'mount --bind "$0" /etc && exec "$@"'];
const canMount = spawnSync(apart[0] ?? '', [...apart.slice(1), 'true']).status === 0;

const managed = guardedClients.filter(({ initName }) =>
  ['claude-code', 'codex'].includes(initName),
);

/** What whoever starts the client can say besides: options and variables. */
interface Layer {
  readonly args?: readonly string[];
  readonly env?: readonly string[];
}

const OFF = '{"disableAllHooks":true}';
const LAYERS: Readonly<Record<string, readonly Layer[]>> = {
  'claude-code': [
    { args: ['--settings', OFF] },
    { args: ['--setting-sources', ''] },
    { args: ['--bare'] },
    { args: ['--safe-mode'] },
    { env: ['CLAUDE_CODE_SIMPLE=1'] },
    { env: ['CLAUDE_CODE_SAFE_MODE=1'] },
    { env: ['CLAUDE_CODE_MANAGED_SETTINGS_PATH=/tmp'] },
    { env: ['CLAUDE_CONFIG_DIR=/tmp/none-of-theirs'] },
    { env: ['NODE_OPTIONS=--require=/nowhere.cjs'] },
  ],
  codex: [
    { args: ['-c', 'features.hooks=false'] },
    { args: ['--disable', 'hooks'] },
    { args: ['-c', 'hooks={}'] },
    { args: ['--dangerously-bypass-approvals-and-sandbox', '-c', 'features.codex_hooks=false'] },
  ],
};

/** The model switches off what it can, and then touches what it may not. */
function escaping({ tried }: GuardedClient) {
  const off = '{"disableAllHooks":true}';
  const switches = [
    'mkdir -p .claude ~/.claude ~/.codex',
    `echo '${off}' > .claude/settings.json`,
    `echo '${off}' > ~/.claude/settings.json`,
    'echo "{}" > ~/.codex/hooks.json',
    'printf "[features]\\nhooks = false\\n" >> ~/.codex/config.toml',
    // A client that watches its settings needs a moment to see them.
    'sleep 2',
  ];
  return steps(
    calls(tried.shell(switches.join(' && '))),
    calls(tried.shell('echo x > marker.txt; touch .geometry/marker')),
    calls(tried.shell('echo x > after.txt')),
  );
}

async function runManaged(
  guarded: GuardedClient,
  lab: HooksLab,
  { args: more = [], env = [] }: Layer = {},
) {
  const root = join(lab.home, 'root');
  mkdirSync(root);
  // What cannot be read by this person is not needed by the client either.
  spawnSync('cp', ['-a', '/etc', root]);
  const args = ['init', guarded.initName, '--managed', '--root', root, '--yes'];
  const installed = await lab.tripwire(...args);
  expect(installed).toMatchObject({ exitCode: 0 });
  return lab.run({ args: more, behind: [...WITH_ETC, join(root, 'etc'), 'env', ...env] });
}

test.runIf(canMount).each(managed)(
  '$title: managed hooks hold although the agent switches off its own',
  async (guarded) => {
    const lab = await openHooksLab(guarded, escaping(guarded));
    const run = await runManaged(guarded, lab);
    expect(run.stdout).toContain(FINISHED);
    expect(['marker.txt', 'after.txt'].map(lab.has)).toEqual([false, true]);
    expect(lab.sent()).toContain('belongs to Tripwire');
  },
);

const layers = managed.flatMap((guarded) =>
  (LAYERS[guarded.initName] ?? []).map((layer) => ({
    guarded,
    layer,
    title: `${guarded.title}: ${[...(layer.env ?? []), ...(layer.args ?? [])].join(' ')}`,
  })),
);
test.runIf(canMount).each(layers)('$title: managed hooks hold', async ({ guarded, layer }) => {
  const { tried } = guarded;
  const script = steps(
    calls(tried.shell('echo x > marker.txt; touch .geometry/marker')),
    calls(tried.shell('echo x > after.txt')),
  );
  const lab = await openHooksLab(guarded, script);
  const run = await runManaged(guarded, lab, layer);
  const made = ['marker.txt', 'after.txt'].map(lab.has);
  expect(made, run.stdout + run.stderr).toEqual([false, true]);
});

test.each(managed)('$title: what the agent can do to the hooks of a person', async (guarded) => {
  const lab = await openGuardedLab(guarded, escaping(guarded));
  await lab.run();
  // Claude Code reads its settings again in the middle of a session; Codex does not.
  expect(lab.has('marker.txt')).toBe(guarded.initName === 'claude-code');
});
