/** What is about all agents costs what happened since the last look, counted in what the store is asked. */
import { expect, test } from 'vitest';
import { createMemoryStore, type Store } from '../../src/store/index.ts';
import { asking, callOnce, runningControl } from './running-control.ts';

const AGENTS = 1_200;

/** A store that counts what it is asked. */
function counted(store: Store): { readonly store: Store; readonly asked: Map<string, number> } {
  const asked = new Map<string, number>();
  const handler: ProxyHandler<Store> = {
    get: (target, name: keyof Store) => {
      asked.set(name, (asked.get(name) ?? 0) + 1);
      return target[name];
    },
  };
  return { store: new Proxy(store, handler), asked };
}

test('with a thousand agents the overview reads the journals of those that did something', async () => {
  const { store, asked } = counted(createMemoryStore());
  let elapsedMs = 0;
  const time = { wallMs: () => 1_700_000_000_000, monotonicMs: () => elapsedMs };
  const { gate, ask } = await runningControl({ store, time });
  const names = Array.from({ length: AGENTS }, (_, index) => `agent-${index}`);
  for (const name of names) await gate.register(name, 'somebody');
  await gate.stopAll('somebody', 'a look');
  expect((await ask('/api/overview')).body).toMatchObject({ agents: AGENTS, stopped: AGENTS });
  await gate.resumeAll('somebody', 'a look');
  await callOnce(gate, asking('agent-7'));
  await gate.operate({ agent: 'agent-9', action: 'deactivate', by: 'somebody' });
  // With so many agents the figures are made once a second.
  await expect
    .poll(async () => ((await ask('/api/overview')).body as { today: object }).today, {
      timeout: 30_000,
    })
    .toMatchObject({ calls: 1, tokens: 300 });
  elapsedMs = 1_000;
  asked.clear();
  const { body } = await ask('/api/overview');
  expect(body).toMatchObject({ agents: AGENTS, working: 1, stopped: 1, waiting: 0 });
  for (const path of ['/api/status', '/api/connect', '/api/approvals', '/metrics']) {
    expect((await ask(path)).status).toBe(200);
  }
  expect(asked.get('heads') ?? 0).toBeLessThanOrEqual(1);
  expect(asked.get('read') ?? 0).toBeLessThan(50);
});
