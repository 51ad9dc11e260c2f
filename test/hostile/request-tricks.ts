/**
 * Ways to ask that look different to different readers, each tried on every path for an agent that is stopped.
 *
 * A trick gets the target of an honest request (`/agents/NAME/PROVIDER/…`) and makes bytes of it. `free` is an agent
 * that may pass: no trick may borrow its name.
 */
import { rawRequest, type RawRequest } from './raw-request.ts';

/** A way to ask. */
export interface Trick {
  readonly name: string;
  readonly bytes: (target: string, agent: string, free: string) => string;
}

const BODY = JSON.stringify({
  model: 'm',
  max_tokens: 5,
  messages: [{ role: 'user', content: 'hello' }],
});
const CHUNKED = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;

/** An honest request but for what is changed. */
function post(target: string, more: Partial<RawRequest> = {}): string {
  return rawRequest({ method: 'POST', target, body: BODY, ...more });
}

function withHeaders(...headers: readonly (readonly [string, string])[]): Trick['bytes'] {
  return (target) => post(target, { headers });
}

function withTarget(
  change: (target: string, agent: string, free: string) => string,
): Trick['bytes'] {
  return (target, agent, free) => post(change(target, agent, free));
}

/** The target in the style that names the agent elsewhere: `/PROVIDER/…`. */
function bare(target: string): string {
  return target.replace(/^\/agents\/[^/]+/, '');
}

const targets: readonly (readonly [
  string,
  (target: string, agent: string, free: string) => string,
])[] = [
  ['a double slash in front', (target) => `/${target}`],
  ['a double slash inside', (target) => target.replace('/v1', '//v1')],
  ['a slash at the end', (target) => `${target.replace(/\?.*$/, '')}/`],
  ['a dot segment', (target) => target.replace('/v1', '/./v1')],
  ['up and down again', (target) => target.replace('/v1', '/x/../v1')],
  [
    'up out of another agent',
    (target, agent, free) => target.replace(agent, `${free}/../${agent}`),
  ],
  ['up into another agent', (target, agent, free) => target.replace(agent, `${agent}/../${free}`)],
  ['encoded dots', (target, agent, free) => target.replace(agent, `${agent}/%2e%2e/${free}`)],
  ['encoded slash', (target) => target.replace('/v1', '%2fv1')],
  ['encoded backslash', (target) => target.replace('/v1', '%5cv1')],
  ['double encoding', (target) => target.replace('/v1', '/%252e%252e/v1')],
  ['a backslash', (target) => target.replace('/v1', '\\v1')],
  [
    'an encoded agent',
    (target, agent) =>
      target.replace(agent, `%${agent.charCodeAt(0).toString(16)}${agent.slice(1)}`),
  ],
  ['an encoded path', (target) => target.replace('/v1', '/%76%31')],
  ['a whole URL', (target) => `http://localhost${target}`],
  ['a whole URL of the provider', (target) => `https://api.openai.com${bare(target)}`],
  ['capitals in the path', (target) => target.replace('/v1', '/V1')],
  ['capitals in the style', (target) => target.replace('/agents', '/AGENTS')],
  ['a dot at the end', (target) => `${target}.`],
  ['a parameter', (target) => `${target};a=b`],
  ['a parameter in the agent', (target, agent) => target.replace(agent, `${agent};x`)],
  ['a query', (target) => `${target}${target.includes('?') ? '&' : '?'}a=b&agent=x`],
  [
    'a target in the query',
    (target, _agent, free) =>
      `${target}${target.includes('?') ? '&' : '?'}/agents/${free}/openai/v1`,
  ],
  ['a fragment', (target) => `${target}#x`],
  ['a byte that is not ASCII', (target) => target.replace('/v1', '/v1\u00e9')],
  ['a null', (target) => target.replace('/v1', '/v1%00')],
];

const headers: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ['another loopback name', [['host', '127.0.0.1:1']]],
  ['capitals in the host', [['host', 'LOCALHOST']]],
  ['the provider as host', [['host', 'api.openai.com']]],
  [
    'two hosts',
    [
      ['host', 'localhost'],
      ['host', 'api.openai.com'],
    ],
  ],
  ['an origin', [['origin', 'https://example.com']]],
  [
    'another method in a header',
    [
      ['x-http-method-override', 'GET'],
      ['x-method-override', 'GET'],
    ],
  ],
  [
    'another path in a header',
    [
      ['x-original-url', '/'],
      ['x-rewrite-url', '/'],
      ['x-forwarded-prefix', '/'],
    ],
  ],
  [
    'a forwarded request',
    [
      ['x-forwarded-host', 'api.openai.com'],
      ['forwarded', 'host=api.openai.com'],
      ['via', '1.1 x'],
    ],
  ],
  [
    'its own answer',
    [
      ['x-tripwire-decision', 'allowed'],
      ['x-tripwire-reason', 'none'],
    ],
  ],
  [
    'connection that names headers away',
    [['connection', 'close, x-tripwire-agent, host, content-length']],
  ],
  ['an expectation', [['expect', '100-continue']]],
  ['an expectation nobody knows', [['expect', 'a-miracle']]],
  [
    'a web socket',
    [
      ['connection', 'Upgrade'],
      ['upgrade', 'websocket'],
      ['sec-websocket-version', '13'],
      ['sec-websocket-key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
    ],
  ],
  [
    'another protocol',
    [
      ['connection', 'Upgrade, HTTP2-Settings'],
      ['upgrade', 'h2c'],
      ['http2-settings', 'AAMAAABkAAQAAP__'],
    ],
  ],
  ['a body that is not what it says', [['content-encoding', 'gzip']]],
];

const framings: readonly Trick[] = [
  {
    name: 'in chunks',
    bytes: (target) => post(target, { headers: [['transfer-encoding', 'chunked']], body: CHUNKED }),
  },
  {
    name: 'in chunks with trailers that name an agent',
    bytes: (target, _agent, free) =>
      post(target, {
        headers: [['transfer-encoding', 'chunked']],
        body: CHUNKED.replace('0\r\n\r\n', `0;ext=1\r\nx-tripwire-agent: ${free}\r\n\r\n`),
      }),
  },
  {
    name: 'with a length and in chunks',
    bytes: (target) =>
      post(target, {
        headers: [
          ['content-length', '4'],
          ['transfer-encoding', 'chunked'],
        ],
        body: CHUNKED,
      }),
  },
  {
    name: 'with two lengths',
    bytes: (target) =>
      post(target, {
        headers: [
          ['content-length', '0'],
          ['content-length', String(BODY.length)],
        ],
      }),
  },
  {
    name: 'hidden in the body of another',
    bytes: (target, agent, free) =>
      post(target, {
        headers: [
          ['content-length', '0'],
          ['connection', 'keep-alive'],
        ],
        body: '',
      }) + post(target, { headers: [['connection', 'close']] }).replaceAll(free, agent),
  },
  {
    name: 'three at once',
    bytes: (target) =>
      post(target, { headers: [['connection', 'keep-alive']] }).repeat(2) + post(target),
  },
  { name: 'as HTTP/1.0', bytes: (target) => post(target, { version: '1.0' }) },
  { name: 'as HTTP/0.9', bytes: (target) => `GET ${target}\r\n\r\n` },
  { name: 'as HTTP/2', bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  {
    name: 'as a tunnel',
    bytes: (target) => `CONNECT localhost:443 HTTP/1.1\r\nhost: localhost\r\n\r\n${post(target)}`,
  },
  {
    name: 'named in a header',
    bytes: (target, agent) => post(bare(target), { headers: [['x-tripwire-agent', agent]] }),
  },
  {
    name: 'named twice in headers',
    bytes: (target, agent, free) =>
      post(bare(target), {
        headers: [
          ['x-tripwire-agent', free],
          ['x-tripwire-agent', agent],
        ],
      }),
  },
  {
    name: 'named in path and header',
    bytes: (target, _agent, free) => post(target, { headers: [['x-tripwire-agent', free]] }),
  },
  {
    name: 'by key',
    bytes: (target) => post(bare(target), { headers: [['authorization', 'Bearer tw_stopped']] }),
  },
  {
    name: 'by key, in the path of another',
    bytes: (target, agent, free) =>
      post(target.replace(agent, free), { headers: [['x-api-key', 'tw_stopped']] }),
  },
  {
    name: 'by a key in the query',
    bytes: (target) => post(`${bare(target)}${target.includes('?') ? '&' : '?'}key=tw_stopped`),
  },
];

/** Every trick. */
export const TRICKS: readonly Trick[] = [
  ...targets.map(([name, change]) => ({ name, bytes: withTarget(change) })),
  ...headers.map(([name, more]) => ({ name, bytes: withHeaders(...more) })),
  ...framings,
];
