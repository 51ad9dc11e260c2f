/** Clients and parts that behave badly one at a time: nothing stays open, nothing stays unsettled. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { CallEnd } from '../../src/core/index.ts';
import { startProxy } from '../../src/proxy/index.ts';
import { runProxy, type RunningProxy } from '../kit/running-proxy.ts';
import { rawRequest } from './raw-request.ts';

const target = '/agents/a/openai/v1/chat/completions';
const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] });

/** Sends bytes, hears the answer to its end, and stays; resolves when the server has let go of the connection. */
function untilLetGo(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(bytes, 'latin1');
    });
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    // Writing into a connection that the other side has closed is how one finds out.
    socket.on('end', () => {
      const knocking = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(knocking));
    });
    socket.on('error', () => resolve(answer));
  });
}

describe('a client that does not hang up', () => {
  const upgrade = [
    ['connection', 'Upgrade'],
    ['upgrade', 'websocket'],
  ] as const;
  const refused: readonly (readonly [string, string, string])[] = [
    ['a web socket', rawRequest({ method: 'GET', target, headers: upgrade }), '426'],
    ['a tunnel', 'CONNECT localhost:443 HTTP/1.1\r\nhost: localhost\r\n\r\n', '405'],
    ['what is no HTTP', 'nonsense\r\n\r\n', '400'],
  ];

  test.each(refused)('is let go of after %s was refused', async (_name, bytes, status) => {
    const running = await runProxy({ script: () => ({ text: 'x' }) });
    expect(await untilLetGo(running.proxy.port, bytes)).toMatch(`HTTP/1.1 ${status} `);
    await running.close();
  });
});

describe('a client that goes away', () => {
  verifies('T2', 'at any moment leaves no call behind, and a free place for the next', async () => {
    const running = await runProxy({ script: () => ({ text: 'x', pace: { pauseBeforeMs: 20 } }) });
    for (let delayMs = 0; delayMs < 12; delayMs += 1) {
      const socket = connect(running.proxy.port, '127.0.0.1', () => {
        socket.write(rawRequest({ method: 'POST', target, body }));
      });
      socket.on('error', () => {});
      await sleep(delayMs);
      socket.resetAndDestroy();
    }
    await untilSettled(running);
    expect((await running.gate.agent('a')).open_calls).toBe(0);
    await running.close();
  });
});

describe('a part that throws', () => {
  verifies(
    'T2',
    'after a call was let through: the client hears of it, and the call is settled',
    async () => {
      const toolCalls = [{ name: 'look', args: {} }];
      const running = await runProxy({ script: () => ({ toolCalls }) });
      const { gate, provider, store } = running;
      const broken = await startProxy({
        gate: {
          admit: async (ask) => {
            const admission = await gate.admit(ask);
            if (!admission.allowed) return admission;
            const { call } = admission;
            const mayRun = () => Promise.reject(new Error('no room for its tools'));
            const finish = (end: CallEnd) => call.finish(end);
            const { id, signal } = call;
            return { allowed: true, call: { id, signal, waited: null, mayRun, finish } };
          },
          standing: (...whom) => gate.standing(...whom),
          witness: (...seen) => gate.witness(...seen),
        },
        settings: {
          host: '127.0.0.1',
          port: 0,
          upstreams: { openai: { url: provider.url, format: 'openai', headers: [] } },
          bodyBytesMax: 1_000_000,
          headerBytesMax: 16_384,
          connectionsMax: 10,
          requestMs: 5_000,
          connectMs: 5_000,
          idleMs: 5_000,
        },
        agentOfKey: () => null,
        nowMs: () => gate.clock.now(),
      });
      const response = await fetch(`${broken.url}${target}`, { method: 'POST', body });
      expect([response.status, await response.text()]).toEqual([
        500,
        expect.stringContaining('no room for its tools'),
      ]);
      expect(gate.openCalls).toBe(0);
      const kinds = (await store.read('a', 1, 100)).map(({ kind }) => kind);
      expect(kinds.slice(-2)).toEqual(['admit', 'result']);
      await broken.close();
      await running.close();
    },
  );
});

async function untilSettled({ gate }: RunningProxy): Promise<void> {
  while (gate.openCalls > 0) await sleep(5);
}
