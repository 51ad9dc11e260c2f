/** `tripwire run` says when the command's calls wait; a command that draws its own screen is told of when it has ended. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 90_000 });

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleaning.splice(0).toReversed()) await one();
});

const script: FakeScript = () => ({ text: 'ok', usage: { input: 900, output: 100 } });

/** Asks twice; the second is given up after a while, as a client does that has lost its patience. */
const twice = `
  const ask = (patienceMs) => fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', {
    method: 'POST',
    signal: AbortSignal.timeout(patienceMs),
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }),
  }).then((answer) => answer.text(), () => undefined);
  await ask(60_000);
  await ask(Number(process.argv[2]));
`;

async function atHome(yaml: string) {
  const home = await newHome(script);
  cleaning.push(() => home.provider.close());
  home.configure(yaml);
  const file = join(temporaryFolder('run-waits'), 'agent.mjs');
  writeFileSync(file, twice);
  const ask = (patienceMs: number) => [process.execPath, file, String(patienceMs)];
  return {
    run: (ms: number) => runTripwire(['run', '--agent', 'mine', '--', ...ask(ms)], '', home.env),
  };
}

test('while a call waits it says until when and why', async () => {
  const { run } = await atHome('agents: { mine: { max_tokens_per_minute: 1000 } }\n');
  const { code, stderr } = await run(6_000);
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /tripwire: mine waits until \d\d:\d\d:\d\d: Used 1,000 tokens in the last 60 s and needs \d+ more; its own limit is 1,000 a minute\n/,
  );
});

test('where nothing waits it says nothing of it', async () => {
  const { run } = await atHome('kill_switch: { enabled: true }\n');
  const { code, stderr } = await run(6_000);
  expect(code).toBe(0);
  expect(stderr).toContain('mine: 2 calls');
  expect(stderr).not.toContain('wait');
});
