/** Connections that say nothing, or drip, shut nobody out, at either port; those who work are left alone. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runningControl } from '../control/running-control.ts';
import { askMessages } from '../proxy/plain-ask.ts';
import { startedProxy } from '../proxy/started-proxy.ts';
import { rawRequest } from './raw-request.ts';

const CONNECTIONS = 48;
/** More than the port has room for. */
const CROWD = 3 * CONNECTIONS;
const BODY = JSON.stringify({
  model: 'm',
  max_tokens: 5,
  messages: [{ role: 'user', content: 'x' }],
});

const crowd: Socket[] = [];

afterEach(() => {
  for (const socket of crowd.splice(0)) socket.destroy();
});

async function join(port: number, says = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  crowd.push(socket);
  await once(socket, 'connect').catch(() => null);
  if (says !== '') socket.write(says);
  return socket;
}

/** A request whose body never comes. */
function withoutBody(agent: string): string {
  const whole = rawRequest({
    method: 'POST',
    target: `/agents/${agent}/anthropic/v1/messages`,
    body: BODY,
  });
  return whole.slice(0, -BODY.length + 3);
}

const kinds: readonly (readonly [string, (index: number) => string])[] = [
  ['say nothing', () => ''],
  ['send half of a header', () => 'POST /agents/crowd/anthropic/v1/messages HTTP/1.1\r\nhost: loc'],
  ['drip a body', () => withoutBody('crowd')],
  ['drip a body, each in another name', (index) => withoutBody(`crowd-${index}`)],
];

describe('the port for agents', () => {
  for (const [name, says] of kinds) {
    verifies('X5', `has room for others while ${CROWD} connections ${name}`, async () => {
      const running = await startedProxy(
        (_turn, index) => ({ text: `${index}` }),
        {},
        {
          connectionsMax: CONNECTIONS,
        },
      );
      for (let index = 0; index < CROWD; index += 1) await join(running.proxy.port, says(index));
      for (let index = 0; index < 20; index += 1) {
        const messages = [{ role: 'user', content: `Room ${index}?` }];
        // Each on a connection of its own, and the crowd keeps coming.
        const headers = { connection: 'close' };
        const answer = await askMessages(running, { agent: 'healthy', messages, headers });
        expect(answer.status).toBe(200);
        await answer.text();
        await join(running.proxy.port, says(CROWD + index));
      }
    });
  }

  verifies('X5', 'lets go of the crowd and not of who works', async () => {
    const running = await startedProxy(
      () => ({ text: 'x', pace: { pauseBeforeMs: 1_500 } }),
      {},
      {
        connectionsMax: CONNECTIONS,
      },
    );
    const working = Array.from({ length: 8 }, (_, index) =>
      askMessages(running, { agent: `worker-${index}` }),
    );
    await vi.waitFor(() => expect(running.provider.requests).toHaveLength(8), { timeout: 60_000 });
    for (let index = 0; index < CROWD; index += 1) await join(running.proxy.port);
    for (const answer of await Promise.all(working)) {
      expect(answer.status).toBe(200);
      await answer.text();
    }
  });

  test('waits for slow bodies where there is room', async () => {
    const running = await startedProxy(() => ({ text: 'x' }), {}, { connectionsMax: CONNECTIONS });
    const slow = await Promise.all(
      Array.from({ length: CONNECTIONS / 4 }, (_, index) =>
        join(running.proxy.port, withoutBody(`slow-${index}`)),
      ),
    );
    const answers = slow.map((socket) => once(socket, 'data'));
    for (const socket of slow) socket.write(BODY.slice(3));
    for (const [chunk] of await Promise.all(answers)) {
      expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  verifies('X5', 'is not taken by the many requests of one agent', async () => {
    const never = new Promise<never>(() => undefined);
    const running = await startedProxy(
      (turn) => (JSON.stringify(turn).includes('wait') ? never : { text: 'x' }),
      {},
      { connectionsMax: CONNECTIONS },
    );
    const gone = new AbortController();
    const messages = [{ role: 'user', content: 'wait' }];
    const asks = Array.from({ length: CONNECTIONS }, () =>
      askMessages(running, { agent: 'greedy', messages, signal: gone.signal }).catch(() => null),
    );
    const first = await Promise.race(asks);
    expect(first?.status).toBe(503);
    expect((await askMessages(running, { agent: 'healthy' })).status).toBe(200);
    gone.abort();
    await Promise.all(asks);
  });
});

verifies('X5', 'the port for people has room while others say nothing there', async () => {
  const { control, ask } = await runningControl();
  const port = Number(new URL(control.url).port);
  for (let index = 0; index < 600; index += 1) await join(port);
  for (let index = 0; index < 10; index += 1) {
    expect((await ask('/api/agents', { headers: { connection: 'close' } })).status).toBe(200);
    await join(port);
  }
});
