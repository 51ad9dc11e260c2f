/** `tripwire doctor` and the clients, as a person runs it: a home, a PATH and a server of its own. */
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runTripwire } from '../../../test/kit/run-tripwire.ts';
import { askAs, newHome, startTripwire, type Home } from '../../../test/kit/running-tripwire.ts';
import type { ClientFinding } from '../../clients/findings.ts';

vi.setConfig({ testTimeout: 60_000 });

const cleaning: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of cleaning.splice(0).toReversed()) await one();
});

/** A home in which nothing but what `sh` needs is on the PATH. */
async function home(): Promise<{
  readonly at: Home;
  readonly env: Record<string, string>;
  readonly bin: string;
}> {
  const at = await newHome();
  at.configure('kill_switch:\n  enabled: true\n');
  cleaning.push(
    () => at.provider.close(),
    () => rmSync(at.home, { recursive: true, force: true }),
  );
  const bin = join(at.home, 'bin');
  mkdirSync(bin);
  // What the starting script calls; the machine's own programs must not be found.
  for (const tool of ['sh', 'readlink']) symlinkSync(`/bin/${tool}`, join(bin, tool));
  const clean = Object.entries(at.env).filter(
    ([name]) => !/BASE_URL|^CLAUDE|^CODEX|^XDG_|^OPENCODE|^GOOGLE/.test(name),
  );
  return { at, bin, env: { ...Object.fromEntries(clean), PATH: bin } };
}

/** A client that would leave a mark if it were run. */
function fakeClient(bin: string, program: string, mark: string): void {
  writeFileSync(join(bin, program), `#!/bin/sh\necho run > '${mark}'\n`);
  chmodSync(join(bin, program), 0o755);
}

function clientsIn(stdout: string): ReadonlyMap<string, ClientFinding> {
  const { clients } = JSON.parse(stdout) as { readonly clients: readonly ClientFinding[] };
  return new Map(clients.map((one) => [one.client, one]));
}

describe('tripwire doctor', () => {
  test('names the clients, and sees the one that called', async () => {
    const { at, env, bin } = await home();
    const mark = join(at.home, 'was-run');
    for (const program of ['claude', 'gemini']) fakeClient(bin, program, mark);
    const running = await startTripwire(at);
    cleaning.push(() => running.end());
    mkdirSync(join(at.home, '.claude'));
    const base = `${running.url}/agents/claude/anthropic`;
    const settings = { env: { ANTHROPIC_BASE_URL: base, ANTHROPIC_API_KEY: 'sk-SECRET' } };
    writeFileSync(join(at.home, '.claude/settings.json'), JSON.stringify(settings));

    const before = await runTripwire(['doctor', '--json'], '', env);
    expect(before.code).toBe(0);
    const found = clientsIn(before.stdout);
    expect([...found].map(([name, { installed }]) => [name, installed?.path ?? null])).toEqual([
      ['claude-code', join(bin, 'claude')],
      ['codex', null],
      ['gemini-cli', join(bin, 'gemini')],
      ['opencode', null],
      ['qwen-code', null],
      ['copilot-cli', null],
      ['continue-cli', null],
      ['pi', null],
      ['kilo', null],
      ['cline', null],
      ['kimi-code', null],
    ]);
    expect(found.get('claude-code')).toMatchObject({
      login: { kind: 'api-key' },
      passes: { state: 'pointed', agent: 'claude', lastSeen: null },
    });
    expect(found.get('gemini-cli')?.passes?.state).toBe('no');

    await askAs(running.url, 'claude');
    const after = await runTripwire(['doctor'], '', env);
    expect(after.code).toBe(0);
    expect(after.stdout).toMatch(
      /passes +yes: ANTHROPIC_BASE_URL in ~\/\.claude\/settings\.json points here/,
    );
    expect(after.stdout).toMatch(/agent claude called \d+ s ago/);
    expect(after.stdout).toContain('not on the PATH: Codex, OpenCode');
    expect(before.stdout + after.stdout).not.toContain('SECRET');
    expect(existsSync(mark)).toBe(false);
  });

  test('says so kindly where there is none, and nothing is wrong with that', async () => {
    const { env } = await home();
    const { code, stdout } = await runTripwire(['doctor'], '', env);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'no coding agent is on the PATH (looked for claude, codex, gemini, opencode, qwen, copilot, cn, pi, kilo, cline, kimi)',
    );
    expect(stdout).toContain('That is fine');
  });
});
