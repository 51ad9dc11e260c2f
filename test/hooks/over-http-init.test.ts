/** `tripwire init claude-code --http`: hooks that ask the running server, proven, and taken out without a trace. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  agentKey,
  hookServerPlace,
  isRefusal,
  payloadIn,
  type HookServerPlace,
} from './hook-server.ts';
import { recordedPayload } from './recorded-payloads.ts';

vi.setConfig({ testTimeout: 60_000 });

const written = '{\n    // mine\n    "model": "opus"\n}';

interface Handler {
  readonly type: string;
  readonly url: string;
  readonly timeout: number;
  readonly onFailure?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Outcome {
  readonly clients: readonly { readonly selfTest: { readonly ok: boolean } }[];
}

/** The home of the server with settings of Claude Code in it. */
function settingsIn({ home, env }: HookServerPlace) {
  const file = join(home, '.claude', 'settings.json');
  mkdirSync(join(home, '.claude'));
  writeFileSync(file, written);
  const initWith = (more: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    runTripwire(['init', ...args], '', { ...env, ...more });
  const init = (...args: readonly string[]) => initWith({}, ...args);
  const read = () => readFileSync(file, 'utf8');
  const handlers = () => {
    const { hooks } = JSON.parse(read().replace('// mine', '')) as {
      readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Handler[] }[]>>;
    };
    return Object.fromEntries(
      Object.entries(hooks).map(([event, groups]) => [event, groups[0]?.hooks[0]]),
    );
  };
  return { init, initWith, read, handlers };
}

describe('tripwire init claude-code --http', () => {
  test('writes hooks that ask the server, proves them, and takes them out byte for byte', async () => {
    const at = await hookServerPlace();
    const { init, read, handlers } = settingsIn(at);
    const first = await init('claude-code', '--http', '--yes', '--json');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect((JSON.parse(first.stdout) as Outcome).clients).toMatchObject([
      { selfTest: { ok: true } },
    ]);
    const url = `${at.server.url}/agents/claude/hooks/claude-code`;
    expect(handlers()['PreToolUse']).toEqual({
      type: 'http',
      url,
      timeout: 10,
      onFailure: 'block',
    });
    expect(handlers()['Stop']).toEqual({ type: 'http', url, timeout: 10 });

    const payload = payloadIn(at.project(), recordedPayload('claude-code', 'PreToolUse'));
    const ask = async () => {
      const answer = await fetch(handlers()['PreToolUse']?.url ?? '', {
        method: 'POST',
        body: JSON.stringify(payload),
      });
      return answer.json();
    };
    expect(isRefusal(await ask())).toBe(false);
    const act = { agent: 'claude', action: 'deactivate', by: 'bob', why: 'enough' } as const;
    await at.server.gate.operate(act);
    expect(isRefusal(await ask())).toBe(true);

    expect(await init('--remove', '--yes')).toMatchObject({ code: 0 });
    expect(read()).toBe(written);
  });

  test('takes the place of the commands, and they of it', async () => {
    const at = await hookServerPlace();
    const { init, read } = settingsIn(at);
    await init('claude-code', '--yes');
    const commands = read();
    expect(await init('claude-code', '--http', '--yes')).toMatchObject({ code: 0 });
    expect(read()).not.toContain('"command"');
    expect(await init('claude-code', '--yes')).toMatchObject({ code: 0 });
    expect(read()).toBe(commands);
    await init('claude-code', '--remove', '--yes');
    expect(read()).toBe(written);
  });

  test('where hooks need a key, they send the one of the environment', async () => {
    const at = await hookServerPlace('upstreams:\n  anthropic:\n    key: env:TEST_PROVIDER_KEY\n');
    const { init, initWith, read, handlers } = settingsIn(at);
    // Without a key the harmless call does not pass, so nothing is written.
    const refused = await init('claude-code', '--http', '--yes');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('TRIPWIRE_AGENT_KEY');
    expect(read()).toBe(written);
    const key = await agentKey(at, 'claude');
    const more = { TRIPWIRE_AGENT_KEY: key };
    expect(await initWith(more, 'claude-code', '--http', '--yes')).toMatchObject({ code: 0 });
    expect(handlers()['PreToolUse']).toMatchObject({
      headers: { authorization: 'Bearer $TRIPWIRE_AGENT_KEY' },
      allowedEnvVars: ['TRIPWIRE_AGENT_KEY'],
    });
    expect(read()).not.toContain(key);
    expect(await init('--remove', '--yes')).toMatchObject({ code: 0 });
    expect(read()).toBe(written);
  });

  test('what lets everything pass is found out, and nothing is written', async () => {
    const at = await hookServerPlace();
    const { initWith, read } = settingsIn(at);
    await at.server.close();
    const open = createServer((_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      open.close();
    });
    const { port } = open.address() as AddressInfo;
    const more = { TRIPWIRE_URL: `http://127.0.0.1:${port}` };
    const outcome = await initWith(more, 'claude-code', '--http', '--yes');
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toContain('a tool call was not denied');
    expect(read()).toBe(written);
  });

  test('one that denies everything is no proof, and nothing is written', async () => {
    const at = await hookServerPlace();
    const { init, read } = settingsIn(at);
    const act = { agent: 'claude', action: 'deactivate', by: 'bob', why: 'enough' } as const;
    await at.server.gate.operate(act);
    const outcome = await init('claude-code', '--http', '--yes');
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toContain('a harmless tool call did not pass');
    expect(read()).toBe(written);
  });

  test('other clients, all clients, and no server are refused with what to do', async () => {
    const at = await hookServerPlace();
    const { init, read } = settingsIn(at);
    for (const args of [['codex'], []]) {
      const outcome = await init(...args, '--http', '--yes');
      expect(outcome.code).toBe(2);
      expect(outcome.stderr).toContain('tripwire init claude-code --http');
    }
    await at.server.close();
    const outcome = await init('claude-code', '--http', '--yes');
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain('tripwire up');
    expect(read()).toBe(written);
  });
});
