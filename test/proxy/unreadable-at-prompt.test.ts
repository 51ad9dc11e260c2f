/** A journal that can't be read when a prompt comes: the prompt is refused in the client's format, and passes afterwards. */
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryStore } from '../../src/store/index.ts';
import { faultyStore } from '../../src/testing/faulty-store.ts';
import { runProxy } from '../kit/running-proxy.ts';

test('of an agent that nobody has read yet the first prompt is refused while the disk fails', async () => {
  const faulty = faultyStore(createMemoryStore());
  const running = async () => {
    const proxy = await runProxy({ script: () => ({ text: 'yes' }), store: faulty.store });
    const ask = () =>
      fetch(`${proxy.baseUrl('sam', 'anthropic')}/v1/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
        body: JSON.stringify({
          model: 'fake-model',
          max_tokens: 100,
          messages: [{ role: 'user', content: 'Where is the cat?' }],
        }),
      });
    return { proxy, ask };
  };
  const former = await running();
  expect((await former.ask()).status).toBe(200);
  former.proxy.gate.close();
  const { proxy, ask } = await running();
  onTestFinished(async () => {
    await proxy.close();
    await former.proxy.close();
  });
  faulty.fault = 'refuses';
  const refused = await ask();
  expect(refused.status).not.toBe(500);
  expect(await refused.json()).toMatchObject({
    type: 'error',
    error: { message: expect.stringContaining('the disk is full') as string },
  });
  expect(proxy.provider.requests).toHaveLength(0);
  faulty.fault = null;
  expect((await ask()).status).toBe(200);
});
