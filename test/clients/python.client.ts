/** The examples for Python: while they may work they end well, and once stopped with what their page says. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { pythonFolder } from './client-packages.ts';

const SAID = 'The cat is to be found.';
const folder = pythonFolder(process.env);
const python = join(folder, 'bin/python');
const isThere = existsSync(join(folder, 'installed'));
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describe.runIf(isThere).each([
  ['openai', 'openai-agent.py', 'OPENAI'],
  ['anthropic', 'anthropic-agent.py', 'ANTHROPIC'],
])('the example with the %s package', (_title, file, name) => {
  test('ends well while it may work, and with the reason and one request when it is stopped', async () => {
    const at = await newHome(() => ({ text: SAID }));
    onTestFinished(() => at.provider.close());
    const server = await startTripwire(at);
    onTestFinished(async () => void (await server.end()));
    const run = () => {
      const command = ['--agent', 'mine', '--', python, fileOf(`../../examples/python/${file}`)];
      const keys = { [`${name}_API_KEY`]: 'made-up', [`${name}_LOG`]: 'debug' };
      return runTripwire(['run', ...command], '', { ...at.env, ...keys });
    };
    const healthy = await run();
    expect(healthy.code, healthy.stderr).toBe(0);
    expect(healthy.stdout).toContain(SAID);
    expect(at.provider.requests).toHaveLength(1);
    expect((await runTripwire(['stop', 'mine'], '', at.env)).code).toBe(0);
    const stopped = await run();
    expect(stopped.code, stopped.stderr).toBe(3);
    expect(stopped.stderr).toContain('Stopped: ');
    expect(stopped.stderr).toContain('Agent "mine" is stopped (manual)');
    expect(stopped.stderr).toContain('Not retrying as header `x-should-retry` is set to `false`');
    expect(stopped.stderr).toContain(
      'mine: 0 calls, 0 tokens; 1 request refused, still stopped since',
    );
    expect(at.provider.requests).toHaveLength(1);
  });
});
