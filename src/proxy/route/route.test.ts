import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAgentName } from '../../base/agent-name.ts';
import type { HeaderPairs } from '../../base/header-pairs.ts';
import { routeOf, type RouteConfig, type RouteProblem } from './route.ts';

const keys = new Map([
  ['tw_alice', 'alice'],
  ['tw_bob', 'bob'],
]);
const config: RouteConfig = {
  host: 'gate.example',
  upstreams: {
    anthropic: { url: 'https://api.anthropic.com', format: 'anthropic' },
    openai: { url: 'https://api.openai.com', format: 'openai' },
    gemini: { url: 'https://gemini.example', format: 'gemini' },
  },
  agentOfKey: (key) => keys.get(key) ?? null,
};
const held = { url: 'https://held.example/base/v9', format: 'gemini', key: 'env:HELD' } as const;
const holding: RouteConfig = { ...config, upstreams: { ...config.upstreams, held } };
const host: HeaderPairs = [['Host', '127.0.0.1:4180']];

function route(url: string, headers: HeaderPairs = host, method = 'POST') {
  return routeOf(method, url, headers, url.includes('held') ? holding : config);
}

function problem(found: ReturnType<typeof routeOf>): RouteProblem {
  if (found.kind !== 'problem') throw new Error(`a route: ${JSON.stringify(found)}`);
  expect(found).not.toHaveProperty('upstreamPath');
  expect(found).not.toHaveProperty('agent');
  return found;
}

describe('who is asking', () => {
  it('reads the path style, with the rest of the path and the query byte for byte', () => {
    expect(route('/agents/alice/anthropic/v1/messages?beta=true&x=%2F..%2f')).toEqual({
      kind: 'provider',
      agent: 'alice',
      provider: 'anthropic',
      upstreamPath: '/v1/messages?beta=true&x=%2F..%2f',
      how: 'path',
    });
  });

  it('decodes the name', () => {
    expect(route('/agents/team%3aa%40b/openai/v1/x')).toMatchObject({ agent: 'team:a@b' });
  });

  it.each([
    ['Authorization', 'Bearer tw_alice'],
    ['authorization', 'bearer  tw_alice'],
    ['X-Api-Key', 'tw_alice'],
    ['x-goog-api-key', 'tw_alice'],
  ])('reads an agent key in %s', (name, value) => {
    const found = route('/openai/v1/responses', [...host, [name, value]]);
    expect(found).toEqual({
      kind: 'provider',
      agent: 'alice',
      provider: 'openai',
      upstreamPath: '/v1/responses',
      how: 'key',
    });
  });

  it('reads an agent key in the query and does not pass it on', () => {
    const found = route(
      '/gemini/v1beta/models/m:streamGenerateContent?alt=sse&%6bey=tw%5Falice&x=1',
    );
    expect(found).toMatchObject({
      agent: 'alice',
      upstreamPath: '/v1beta/models/m:streamGenerateContent?alt=sse&x=1',
      how: 'key',
    });
  });

  it('leaves a provider key in the query, unless Tripwire puts in its own', () => {
    expect(route('/agents/alice/gemini/m?key=AIza&alt=sse')).toMatchObject({
      upstreamPath: '/m?key=AIza&alt=sse',
    });
    const keyed: HeaderPairs = [...host, ['x-goog-api-key', 'tw_alice']];
    expect(route('/held/m?key=AIza&alt=sse', keyed)).toMatchObject({ upstreamPath: '/m?alt=sse' });
    expect(route('/held/m?key=AIza', keyed)).toMatchObject({ upstreamPath: '/m' });
  });

  it('reads the header style', () => {
    expect(route('/anthropic/v1/messages', [...host, ['X-Tripwire-Agent', 'carol']])).toMatchObject(
      { agent: 'carol', how: 'header', upstreamPath: '/v1/messages' },
    );
  });

  it('takes the bare base URL for its root', () => {
    expect(route('/agents/alice/anthropic', host, 'HEAD')).toMatchObject({ upstreamPath: '/' });
    expect(route('/agents/alice/anthropic/', host, 'GET')).toMatchObject({ upstreamPath: '/' });
    expect(route('/agents/alice/anthropic?a=b')).toMatchObject({ upstreamPath: '/?a=b' });
  });

  it('takes several that agree', () => {
    const headers: HeaderPairs = [
      ...host,
      ['x-tripwire-agent', 'alice'],
      ['x-api-key', 'tw_alice'],
    ];
    expect(route('/agents/alice/openai/v1/x', headers)).toMatchObject({
      agent: 'alice',
      how: 'path',
    });
  });

  it.each<[string, HeaderPairs]>([
    ['/agents/alice/openai/v1/x', [['x-api-key', 'tw_bob']]],
    ['/agents/alice/openai/v1/x', [['x-tripwire-agent', 'bob']]],
    [
      '/openai/v1/x',
      [
        ['x-api-key', 'tw_bob'],
        ['x-tripwire-agent', 'alice'],
      ],
    ],
    [
      '/openai/v1/x',
      [
        ['x-api-key', 'tw_bob'],
        ['authorization', 'Bearer tw_alice'],
      ],
    ],
    ['/openai/v1/x?key=tw_alice', [['x-api-key', 'tw_bob']]],
    [
      '/openai/v1/x',
      [
        ['x-tripwire-agent', 'bob'],
        ['X-Tripwire-Agent', 'alice'],
      ],
    ],
  ])('refuses %s when two agents are named', (url, headers) => {
    expect(problem(route(url, [...host, ...headers])).status).toBe(403);
  });

  it('says how to point a client here when nobody is named', () => {
    const { status, words } = problem(
      route('/openai/v1/responses', [...host, ['x-api-key', 'sk-1']]),
    );
    expect(status).toBe(401);
    expect(words).toContain('/agents/NAME/PROVIDER');
    expect(words).toContain('anthropic, gemini, openai');
  });

  it('refuses a key that nobody gave out, also beside a good name', () => {
    const found = route('/agents/alice/openai/v1/x', [...host, ['x-api-key', 'tw_nobody']]);
    expect(problem(found).status).toBe(401);
  });

  it('demands an agent key where Tripwire holds the provider key', () => {
    expect(problem(route('/agents/alice/held/x')).status).toBe(401);
    expect(problem(route('/held/x', [...host, ['x-tripwire-agent', 'alice']])).status).toBe(401);
    expect(route('/agents/alice/held/x', [...host, ['x-api-key', 'tw_alice']])).toMatchObject({
      upstreamPath: '/x',
    });
  });

  it.each<[string, RouteConfig]>([
    ['the key of one provider is held', holding],
    [
      'a secret of one is in a header',
      {
        ...config,
        upstreams: { ...config.upstreams, secret: { ...held, key: undefined, holdsSecret: true } },
      },
    ],
    ['an agent was given one', { ...config, hasKeys: () => true }],
  ])('demands an agent key for every provider where %s', (_name, keyed) => {
    const ask = (url: string, more: HeaderPairs = []) =>
      routeOf('POST', url, [...host, ...more], keyed);
    for (const name of ['openai', 'anthropic', 'gemini']) {
      expect(problem(ask(`/agents/alice/${name}/x`)).status).toBe(401);
      expect(problem(ask(`/agents/alice/tw_bob/${name}/x`)).status).toBe(403);
      expect(problem(ask(`/agents/alice/tw_nobody/${name}/x`)).status).toBe(401);
      const shown = { agent: 'alice', provider: name, upstreamPath: '/x' };
      expect(ask(`/agents/alice/tw_alice/${name}/x`)).toMatchObject(shown);
      expect(ask(`/${name}/x`, [['X-Tripwire-Key', 'tw_alice']])).toMatchObject(shown);
    }
  });

  it.each(['__proto__', 'a'.repeat(65), 'a%20b', 'a"b', 'a,b', 'a;b'])(
    'refuses the name %s',
    (name) => {
      expect(problem(route(`/agents/${name}/openai/v1/x`)).status).toBe(400);
      const headers: HeaderPairs = [...host, ['x-tripwire-agent', name]];
      expect(problem(route('/openai/v1/x', headers)).status).toBe(400);
    },
  );

  it('takes a name of 64 bytes', () => {
    expect(route(`/agents/${'a'.repeat(64)}/openai/v1/x`)).toMatchObject({ provider: 'openai' });
  });

  it.each(['__proto__', 'constructor', 'toString', '%6fpenai', 'OPENAI', ''])(
    'knows no provider %s',
    (name) => {
      expect(problem(route(`/agents/alice/${name}`)).status).toBe(404);
    },
  );
});

describe('targets that two readers may read differently', () => {
  it.each([
    ['/agents/alice/openai/../anthropic/v1'],
    ['/agents/alice/openai/v1/..'],
    ['/agents/alice/openai/./v1'],
    ['/agents/alice/openai/%2e%2e/x'],
    ['/agents/alice/openai/%2E./x'],
    ['/agents/alice/openai/..;/x'],
    ['/agents/alice/openai/..%3bx=1/x'],
    ['/agents/alice/openai/%252e%252e/x'],
    ['/agents/alice/openai/v1%2fmessages'],
    ['/agents/alice%2fopenai/v1'],
    ['/agents/alice/openai/v1%5c..'],
    ['/agents/alice/openai//evil.example/x'],
    ['//evil.example/agents/alice/openai/x'],
    ['/agents/alice/openai/v1/x//'],
    ['http://evil.example/agents/alice/openai/v1'],
    ['evil.example:443'],
    ['*'],
    [''],
    ['/agents/alice/openai/v1\\..\\x'],
    ['/agents/alice/openai/v1\u0000'],
    ['/agents/alice/openai/v1%00'],
    ['/agents/alice/openai/v1?x=\r\nHost: evil'],
    ['/agents/alice/openai/v1 HTTP/1.1'],
    ['/agents/alice/openai/v1#x'],
    ['/agents/alice/openai/v1?a#b'],
    ['/agents/alice/openai/%c0%ae%c0%ae/x'],
    ['/agents/alice/openai/\u00e9'],
    ['/agents/alice/openai/%zz'],
    ['/agents/alice/openai/%2'],
  ])('refuses %j', (url) => {
    expect(problem(route(url)).status).toBe(400);
  });

  it('refuses a URL that is too long', () => {
    const url = `/agents/alice/openai/${'x'.repeat(8_192)}`;
    expect(problem(route(url)).status).toBe(414);
    expect(route(url.slice(0, 8_192))).toMatchObject({ agent: 'alice' });
  });

  it.each(['CONNECT', 'TRACE', 'OPTIONS', 'post'])('refuses the method %s', (method) => {
    expect(problem(route('/agents/alice/openai/v1/x', host, method)).status).toBe(405);
  });

  it('leaves dots, colons and tildes inside segments alone', () => {
    const path = '/v1beta/models/gemini-2.5..pro:generateContent/...x/~a%20b';
    expect(route(`/agents/alice/gemini${path}`)).toMatchObject({ upstreamPath: path });
  });
});

describe('where the request came in', () => {
  it.each([
    '127.0.0.1',
    'localhost:4180',
    'LOCALHOST',
    '[::1]:80',
    'gate.example:1',
    '127.0.0.1:65535',
  ])('takes Host %s', (value) => {
    expect(route('/agents/a/openai/x', [['host', value]])).toMatchObject({ agent: 'a' });
  });

  it.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil',
    '127.0.0.1:x',
    '',
    'localhost.',
    '::1',
    '127.0.0.1:123456',
  ])('refuses Host %s', (value) => {
    expect(problem(route('/agents/a/openai/x', [['host', value]])).status).toBe(403);
  });

  it('refuses no Host and two', () => {
    expect(problem(route('/agents/a/openai/x', [])).status).toBe(403);
    expect(problem(route('/agents/a/openai/x', [...host, ['host', 'evil.example']])).status).toBe(
      403,
    );
  });

  it.each(['https://evil.example', 'null', '', 'http://127.0.0.1:4180'])(
    'refuses Origin %s',
    (value) => {
      expect(problem(route('/agents/a/openai/x', [...host, ['Origin', value]])).words).toContain(
        'Origin',
      );
    },
  );

  it('takes a configured IPv6 host in brackets', () => {
    const found = routeOf('GET', '/agents/a/openai/x', [['host', '[fd00::1]:4180']], {
      ...config,
      host: 'fd00::1',
    });
    expect(found).toMatchObject({ agent: 'a' });
  });
});

describe('for any request', () => {
  const marks = '/|//|.|..|%2e|%2F|%5c|\\|%00|#|?|@|:|;|%25|é| |&';
  const names = 'agents|alice|bob|openai|held|__proto__|v1|key=tw_alice|http:|evil.example';
  const piece = fc.constantFrom(...`${marks}|${names}`.split('|'));
  const url = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(piece, { maxLength: 8 }).map((parts) => `/agents/alice/held/${parts.join('')}`),
    fc.string({ unit: 'binary' }),
  );
  const header = fc.tuple(
    fc.constantFrom(
      'host',
      'Host',
      'origin',
      'x-api-key',
      'authorization',
      'x-tripwire-agent',
      'x',
    ),
    fc.constantFrom('127.0.0.1', 'evil.example', 'tw_alice', 'Bearer tw_bob', 'tw_x', 'alice', ''),
  );

  it('gives a route or a problem, and a route never leaves the base of its provider', () => {
    let routes = 0;
    const property = fc.property(url, fc.array(header, { maxLength: 3 }), (target, more) => {
      const found = routeOf('POST', target, [['x-api-key', 'tw_alice'], ...host, ...more], holding);
      if (found.kind === 'problem') {
        problem(found);
        return;
      }
      if (found.kind !== 'provider') throw new Error('nobody else is asked here');
      routes += 1;
      expect(isAgentName(found.agent)).toBe(true);
      const base = holding.upstreams[found.provider]?.url ?? '';
      const whole = new URL(base + found.upstreamPath);
      expect(whole.origin).toBe(new URL(base).origin);
      expect(whole.pathname.startsWith(`${new URL(base).pathname.replace(/\/$/, '')}/`)).toBe(true);
      expect(whole.href.startsWith(`${base}/`)).toBe(true);
      expect(whole.searchParams.getAll('key').filter((key) => key.startsWith('tw_'))).toEqual([]);
      expect(more.some(([name]) => name.toLowerCase() === 'origin')).toBe(false);
    });
    fc.assert(property, { numRuns: 5_000 });
    expect(routes).toBeGreaterThan(50);
  });
});
