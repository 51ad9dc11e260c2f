/** Every path of every provider, honestly and with every trick: a stopped agent reaches the provider with none. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { ProviderSettings } from '../../src/proxy/index.ts';
import { startFakeProvider, type FakeProvider } from '../../src/testing/index.ts';
import { runProxy, type RunningProxy } from '../kit/running-proxy.ts';
import { PROVIDER_PATHS } from './provider-paths.ts';
import { rawRequest, sendRaw } from './raw-request.ts';
import { TRICKS } from './request-tricks.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const FORWARDED_METHODS = 6;
const STOPPED = 'stopped';
const FREE = 'free';
/** The client's own header for its session. */
const SESSION = [
  ['user-agent', 'opencode/1.0'],
  ['x-session-id', 'the-same-session'],
] as const;

let provider: FakeProvider;
let running: RunningProxy;

const paths = Object.entries(PROVIDER_PATHS).flatMap(([name, list]) =>
  list.map((path) => [name, path] as const),
);

beforeAll(async () => {
  provider = await startFakeProvider({ script: () => ({ text: 'hello' }) });
  const one = (format: ProviderSettings['format']) => ({ url: provider.url, format, headers: [] });
  running = await runProxy({
    script: () => ({}),
    upstreams: { openai: one('openai'), anthropic: one('anthropic'), gemini: one('gemini') },
    agentOfKey: (key) => (key === 'tw_stopped' ? STOPPED : null),
  });
  // Seen once, so that its session is known.
  await ask('POST', STOPPED, 'openai', '/v1/chat/completions', SESSION);
  const act = { action: 'deactivate', by: 'ada', why: 'enough' } as const;
  await running.gate.operate({ ...act, agent: STOPPED });
});

afterAll(async () => {
  await running.close();
  await provider.close();
});

async function ask(
  method: string,
  agent: string,
  name: string,
  path: string,
  headers: readonly (readonly [string, string])[] = [],
): Promise<number> {
  const target = `/agents/${agent}/${name}${path}`;
  const body = method === 'POST' ? JSON.stringify({ model: 'm', messages: [] }) : '';
  const answer = await sendRaw(running.proxy.port, rawRequest({ method, target, headers, body }));
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

/** What reached the provider while something was done. */
async function reached(during: () => Promise<void>): Promise<readonly string[]> {
  const before = provider.requests.length;
  await during();
  return provider.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
}

describe('a stopped agent', () => {
  verifies(['X5', 'T8'], 'reaches no path of any provider, by any method', async () => {
    const passed = await reached(async () => {
      for (const [name, path] of paths) {
        const statuses = await Promise.all(
          METHODS.map((method) => ask(method, STOPPED, name, path)),
        );
        expect(
          statuses.every((status) => status >= 400),
          `${name}${path}: ${statuses.join()}`,
        ).toBe(true);
      }
    });
    expect(passed).toEqual([]);
  });

  verifies('X5', 'reaches none under another name of the same session', async () => {
    const passed = await reached(async () => {
      for (const [name, path] of paths) {
        const statuses = await Promise.all(
          METHODS.map((method) => ask(method, 'alias', name, path, SESSION)),
        );
        expect(
          statuses.every((status) => status >= 400),
          `${name}${path}: ${statuses.join()}`,
        ).toBe(true);
      }
    });
    expect(passed).toEqual([]);
  });

  for (const { name: trick, bytes } of TRICKS) {
    verifies(['X5', 'T8'], `reaches none by asking like this: ${trick}`, async () => {
      const passed = await reached(async () => {
        for (const [name, list] of Object.entries(PROVIDER_PATHS)) {
          await Promise.all(
            list.map(async (path) => {
              const request = bytes(`/agents/${STOPPED}/${name}${path}`, STOPPED, FREE);
              await sendRaw(running.proxy.port, request);
            }),
          );
        }
      });
      expect(passed).toEqual([]);
    });
  }
});

describe('an agent that is not stopped', () => {
  verifies('T8', 'reaches every path, so that the refusals above mean something', async () => {
    const passed = await reached(async () => {
      for (const [name, path] of paths) {
        await Promise.all(METHODS.map((method) => ask(method, FREE, name, path)));
      }
    });
    expect(passed).toHaveLength(paths.length * FORWARDED_METHODS);
  });

  verifies(
    'T8',
    'gets through with the tricks that are honest, so that they are known to be well formed',
    async () => {
      const honest: string[] = [];
      for (const { name, bytes } of TRICKS) {
        const passed = await reached(async () => {
          const target = `/agents/${FREE}/openai/v1/models`;
          await sendRaw(running.proxy.port, bytes(target, FREE, FREE));
        });
        if (passed.length > 0) honest.push(name);
      }
      expect(honest).toEqual(
        expect.arrayContaining([
          'an encoded agent',
          'a query',
          'another loopback name',
          'an expectation',
          'in chunks',
          'three at once',
          'as HTTP/1.0',
          'named in a header',
        ]),
      );
    },
  );
});
