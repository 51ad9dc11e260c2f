/**
 * Upstreams: where requests may go, and secrets that are named and never written or shown.
 */
import { describe, expect, test } from 'vitest';
import { errorOf, loadText, problemsOf } from '../../test/kit/config-folder.ts';
import { isLoopbackHost } from '../base/node/loopback-host.ts';
import {
  effectiveConfig,
  isSecretRef,
  secretOf,
  type SecretRef,
  type UpstreamConfig,
} from './index.ts';

/** The fields of an upstream, of which some may be wrong. */
type Fields = Partial<Record<keyof UpstreamConfig, unknown>>;

const upstream = (fields: Fields) => JSON.stringify({ upstreams: { x: fields } });
const withUrl = (url: string, more: Fields = {}) => upstream({ url, format: 'openai', ...more });

describe('addresses', () => {
  test.each([
    'https://api.example.com',
    'https://api.example.com/v1',
    'http://localhost:8000',
    'http://127.0.0.1',
    'http://127.1.2.3:99/base',
    'http://[::1]:8000',
  ])('%s is accepted', (url) => {
    expect(loadText(withUrl(url)).upstreams['x']?.url).toBe(url);
  });

  test.each([
    ['http://example.com', /^1 upstreams\.x\.url: must be https: http to example\.com would/],
    ['http://127.0.0.1.example.com', /must be https/],
    ['http://localhost.example.com', /must be https/],
    ['http://0.0.0.0', /must be https/],
    ['http://10.0.0.1', /must be https/],
    ['ftp://example.com', /must be a URL such as/],
    ['example.com', /must be a URL such as/],
    ['https://u:hunter2@example.com', /must hold no user name or password/],
    ['https://example.com?key=hunter2', /must be a base URL/],
    ['https://example.com#hunter2', /must be a base URL/],
  ])('%s is refused', (url, problem) => {
    const problems = problemsOf(() => loadText(withUrl(url)));
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems.join()).not.toContain('hunter2');
  });

  test('insecure: true permits http to that upstream, also when its URL comes from a variable', () => {
    const env = { TRIPWIRE_UPSTREAM_OPENAI: 'http://gpu.example' };
    expect(
      problemsOf(() => loadText('upstreams: { openai: { url: https://a.example } }\n', { env })),
    ).toEqual([
      expect.stringMatching(/^- upstreams\.openai\.url: must be https.*TRIPWIRE_UPSTREAM_OPENAI/),
    ]);
    const config = loadText('upstreams: { openai: { insecure: true } }\n', { env });
    expect(config.upstreams['openai']?.url).toBe('http://gpu.example');
  });

  test('slashes at the end are dropped', () => {
    expect(loadText(withUrl('https://a.example/v1//')).upstreams['x']?.url).toBe(
      'https://a.example/v1',
    );
  });

  test.each(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', 'LOCALHOST'])(
    '%s is this machine',
    (host) => expect(isLoopbackHost(host)).toBe(true),
  );

  test.each(['0.0.0.0', '::', '127.0.0.1.example.com', '128.0.0.1', '', 'localhost.', '127.1'])(
    '%j may be another machine',
    (host) => expect(isLoopbackHost(host)).toBe(false),
  );
});

describe('names and formats', () => {
  test('an upstream of one’s own needs its URL and its format', () => {
    expect(problemsOf(() => loadText(upstream({})))).toEqual([
      expect.stringMatching(/^1 upstreams\.x\.url: is missing; write a text/),
      expect.stringMatching(
        /^1 upstreams\.x\.format: is missing; write anthropic, openai or gemini/,
      ),
    ]);
  });

  test('a known upstream speaks its own format', () => {
    const text = 'upstreams: { openai: { format: anthropic } }\n';
    expect(problemsOf(() => loadText(text))).toEqual([
      '1 upstreams.openai.format: must be openai, not "anthropic"',
    ]);
  });

  test.each(['agents', 'hooks', 'v1', 'Open', 'a/b', '..', 'a.b', '-a', 'a'.repeat(33)])(
    '%j is no name',
    (name) => {
      const fields = { url: 'https://a.example', format: 'openai' };
      const load = () => loadText(JSON.stringify({ upstreams: { [name]: fields } }));
      expect(problemsOf(load)).toEqual([expect.stringMatching(/an upstream’s name must be/)]);
    },
  );
});

describe('secrets', () => {
  const SECRET = 'sk-live-0123456789abcdef';

  test.each([
    ['a key', upstream({ url: 'https://a.example', format: 'openai', key: SECRET })],
    ['a key of a known upstream', JSON.stringify({ upstreams: { openai: { key: SECRET } } })],
    [
      'authorization',
      withUrl('https://a.example', { headers: { Authorization: `Bearer ${SECRET}` } }),
    ],
    ['x-api-key', withUrl('https://a.example', { headers: { 'x-api-key': SECRET } })],
  ])('%s in the file is refused with an explanation, and not repeated', (_, text) => {
    const error = errorOf(() => loadText(text));
    expect(error.message).toContain('must be env:NAME, the name of an environment variable');
    expect(JSON.stringify(error.problems) + error.message).not.toContain(SECRET);
  });

  test.each([
    withUrl(SECRET),
    withUrl('https://a.example', { key: [SECRET] }),
    withUrl('https://a.example', { headers: SECRET }),
    withUrl('https://a.example', { headers: { a: `${SECRET}\n` } }),
    upstream({ url: SECRET, format: 7 }),
    `upstreams: { openai: { key: "${SECRET} } }\n`,
    `upstreams: { openai: { key: !x ${SECRET} } }\n`,
    `upstreams:\n  openai: ${SECRET}\n`,
    `upstreams:\n  openai:\n   key: ${SECRET}\n  - ${SECRET}\n`,
  ])('whatever is wrong with it, a message does not show it: %s', (text) => {
    const error = errorOf(() => loadText(text));
    expect(JSON.stringify(error.problems) + error.message).not.toContain(SECRET);
  });

  test('a reference is kept as it is, also where the values in force are shown', () => {
    const headers = { authorization: 'env:B', 'x-team': 'a b' };
    const config = loadText(withUrl('https://a.example', { key: 'env:A', headers }), {
      env: { A: SECRET, B: SECRET },
    });
    expect(config.upstreams['x']).toMatchObject({ key: 'env:A', headers });
    expect(JSON.stringify([config, effectiveConfig(config)])).not.toContain(SECRET);
  });

  test('secretOf gives the value, and names the variable when there is none', () => {
    expect(secretOf('env:A', { A: SECRET })).toBe(SECRET);
    expect(() => secretOf('env:A', {})).toThrow('the environment variable A is not set');
    expect(() => secretOf('env:A', { A: '' })).toThrow('the environment variable A is empty');
    expect(() => secretOf('env:toString', {})).toThrow('toString is not set');
  });

  test('secretOf does not repeat what it refuses', () => {
    const message = errorOf(() => secretOf('env:A', { A: `${SECRET}\n` })).message;
    expect(message).toContain('A holds a line break');
    expect(message).not.toContain(SECRET);
    const literal = errorOf(() => secretOf(SECRET as SecretRef, {})).message;
    expect(literal).toContain('env:NAME');
    expect(literal).not.toContain(SECRET);
  });

  test('only env:NAME is a reference', () => {
    expect(isSecretRef('env:ANTHROPIC_API_KEY')).toBe(true);
    for (const text of ['env:', 'env:1A', 'env:A B', 'ENV:A', 'A', 'env:A\n']) {
      expect(isSecretRef(text), text).toBe(false);
    }
  });

  test.each([
    ['host', /only the proxy may write/],
    ['Content-Length', /only the proxy may write/],
    ['a b', /must be a header name/],
  ])('the header %s is refused', (name, problem) => {
    const load = () => loadText(withUrl('https://a.example', { headers: { [name]: 'x' } }));
    expect(problemsOf(load)).toEqual([expect.stringMatching(problem)]);
  });
});
