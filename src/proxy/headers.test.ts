import { describe, expect, it } from 'vitest';
import { pairsOf } from '../base/header-pairs.ts';
import { forwardedHeaders, returnedHeaders, type Forwarding } from './headers.ts';

const to: Forwarding = { host: 'api.example:8443', injected: null, added: [] };

describe('a request', () => {
  it('keeps spelling, order, repeats and the length; replaces the host', () => {
    const raw = [
      'Host',
      '127.0.0.1',
      'ANTHROPIC-beta',
      'a',
      'Content-Length',
      '12',
      'anthropic-beta',
      'b',
    ];
    const sent = ['Host', 'api.example:8443', ...raw.slice(2)];
    expect(forwardedHeaders(pairsOf(raw), to)).toEqual(pairsOf(sent));
  });

  it('keeps the headers of this connection, and what Connection names, here', () => {
    const names = ['Keep-Alive', 'Proxy-Authorization', 'Proxy-Connection', 'TE', 'Trailer'];
    const more = ['Transfer-Encoding', 'Upgrade', 'Expect', 'X-Hop', 'x-other'];
    const pairs = [...names, ...more].map((name) => [name, 'v'] as const);
    const found = forwardedHeaders(
      [
        ['host', 'h'],
        ['Connection', 'close, X-HOP'],
        ['connection', 'x-other'],
        ...pairs,
        ['x-end', '1'],
      ],
      to,
    );
    expect(found).toEqual([
      ['host', 'api.example:8443'],
      ['x-end', '1'],
    ]);
  });

  it('does not let Connection take away what frames the message', () => {
    const found = forwardedHeaders(
      [
        ['Connection', 'content-length, host'],
        ['Host', 'h'],
        ['Content-Length', '3'],
      ],
      to,
    );
    expect(found).toEqual([
      ['Host', 'api.example:8443'],
      ['Content-Length', '3'],
    ]);
  });

  it('never forwards our own headers or an agent key', () => {
    const found = forwardedHeaders(
      [
        ['x-tripwire-agent', 'a'],
        ['X-Tripwire-Anything', 'a'],
        ['Authorization', 'Bearer tw_a'],
        ['x-api-key', 'sk-own'],
        ['x-goog-api-key', ' tw_b'],
      ],
      to,
    );
    expect(found).toEqual([
      ['x-api-key', 'sk-own'],
      ['host', 'api.example:8443'],
    ]);
  });

  it.each([
    ['anthropic', ['x-api-key', 'sk']],
    ['openai', ['authorization', 'Bearer sk']],
    ['gemini', ['x-goog-api-key', 'sk']],
  ] as const)('puts in the key of %s in place of all others', (format, header) => {
    const keyed = { ...to, injected: { format, key: 'sk' } };
    const found = forwardedHeaders(
      [
        ['a', '1'],
        ['Authorization', 'Bearer tw_a'],
        ['b', '2'],
        ['x-api-key', 'own'],
        ['host', 'h'],
      ],
      keyed,
    );
    expect(found).toEqual([['a', '1'], header, ['b', '2'], ['host', to.host]]);
    expect(forwardedHeaders([['host', 'h']], keyed)).toEqual([['host', to.host], header]);
  });

  it('adds what is configured, in place of what the client sent', () => {
    const added = [['Accept-Encoding', 'identity']] as const;
    const pairs = [
      ['host', 'h'],
      ['accept-encoding', 'gzip'],
      ['x', '1'],
    ] as const;
    expect(forwardedHeaders(pairs, { ...to, added })).toEqual([
      ['host', to.host],
      ['x', '1'],
      ...added,
    ]);
  });
});

describe('an answer', () => {
  it('keeps everything but what belongs to the connection or to us', () => {
    const kept = [
      ['Content-Type', 'a'],
      ['Set-Cookie', '1'],
      ['set-cookie', '2'],
      ['Content-Length', '2'],
    ] as const;
    const found = returnedHeaders([
      ...kept,
      ['Connection', 'X-Hop'],
      ['x-hop', '1'],
      ['Transfer-Encoding', 'chunked'],
      ['x-tripwire-state', 'forged'],
      ['proxy-authenticate', 'Basic'],
    ]);
    expect(found).toEqual(kept);
  });

  it('takes header names that objects inherit', () => {
    const pairs = [
      ['__proto__', '1'],
      ['constructor', '2'],
    ] as const;
    expect(returnedHeaders(pairs)).toEqual(pairs);
    expect(returnedHeaders([...pairs, ['connection', '__proto__']])).toEqual([
      ['constructor', '2'],
    ]);
  });
});
