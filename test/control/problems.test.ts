/** What goes wrong in a server is heard of: in the log, in /metrics, in the status, and never only by a client. */
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/index.ts';
import type { Answer } from '../../src/control/api/client.ts';
import { proxySettings, startProxy } from '../../src/proxy/index.ts';
import { serverLog } from '../../src/server/log/server-log.ts';
import { createMemoryStore } from '../../src/store/index.ts';
import { faultyStore } from '../../src/testing/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { asking, callOnce, runningControl } from './running-control.ts';

function listening() {
  const lines: string[] = [];
  const sink = { write: (line: string) => void lines.push(line), close: () => undefined };
  return { lines, log: serverLog({ level: 'warn', sink }) };
}

test('a journal that cannot be read is in the log, counted, and in the status', async () => {
  const faulty = faultyStore(createMemoryStore());
  const { lines, log } = listening();
  const { gate, ask } = await runningControl({ store: faulty.store, log });
  await callOnce(gate, asking('crawler'));
  expect((await ask('/metrics')).text).not.toMatch(/^tripwire_problems_total\{/m);
  faulty.fault = 'refuses';
  await callOnce(gate, asking('crawler'));
  expect(log.counts().get('store')).toBeGreaterThan(0);
  faulty.fault = null;
  expect((await ask('/metrics')).text).toMatch(/^tripwire_problems_total\{where="store"\} [1-9]/m);
  const { recent_problems: told } = (await ask('/api/status')).body as Answer<'GET /api/status'>;
  expect(told[0]).toMatchObject({ where: 'store', agent: 'crawler' });
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ where: 'store', agent: 'crawler' }),
  );
});

test('healthy work says nothing', async () => {
  const { lines, log } = listening();
  const { gate, ask } = await runningControl({ log });
  await callOnce(gate, asking('crawler'));
  const { recent_problems: told } = (await ask('/api/status')).body as Answer<'GET /api/status'>;
  expect(told).toEqual([]);
  expect(lines).toEqual([]);
});

test('a broken exchange is answered with an id, and the log has its stack under it', async () => {
  const { lines, log } = listening();
  const home = temporaryFolder();
  const config = loadConfig({ env: {}, home, flags: { data: home, port: 0 } });
  const proxy = await startProxy({
    gate: {
      admit: () => Promise.reject(new Error('a fault of ours')),
      standing: () => Promise.resolve(null),
      witness: () => undefined,
    },
    settings: proxySettings(config, {}),
    agentOfKey: () => null,
    nowMs: () => Date.now(),
    log,
  });
  onTestFinished(() => proxy.close());
  const answer = await fetch(`${proxy.url}/agents/sam/anthropic/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'none' },
    body: JSON.stringify({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'x' }] }),
  });
  expect(answer.status).toBe(500);
  const [, request] = /request ([0-9a-f]{12})/.exec(await answer.text()) ?? [];
  const line = JSON.parse(lines[0] ?? '{}') as { error: { stack: string[] } };
  expect(line).toMatchObject({ level: 'error', where: 'proxy', request });
  expect(line.error.stack.length).toBeGreaterThan(0);
});
