import { describe, expect, it } from 'vitest';
import { nameOf } from '../../src/base/client-name.ts';
import type { HeaderPairs } from '../../src/base/header-pairs.ts';
import { clientFacts } from '../../src/clients/client-headers.ts';
import { checkRecord } from '../../src/core/index.ts';

const nothing = {
  client: null,
  session: null,
  subagent: null,
  parent: null,
  retryCount: 0,
  requestKind: null,
};

describe('clients', () => {
  it('recognises Claude Code, its session and its subagents', () => {
    const headers: HeaderPairs = [
      ['User-Agent', 'claude-cli/2.1.325 (external, sdk-cli)'],
      ['X-Claude-Code-Session-Id', '7b2c'],
      ['x-stainless-retry-count', '0'],
    ];
    const facts = { ...nothing, client: 'claude-code', session: '7b2c' };
    expect(clientFacts(headers, null)).toEqual(facts);
    const child: HeaderPairs = [
      ...headers,
      ['x-claude-code-agent-id', 'a1'],
      ['x-claude-code-parent-agent-id', 'a0'],
    ];
    expect(clientFacts(child, null)).toEqual({ ...facts, subagent: 'a1', parent: 'a0' });
  });

  it('finds the session of Claude Code in the body, new form and old', () => {
    const headers: HeaderPairs = [['user-agent', 'claude-cli/2.1.1']];
    const told = (user_id: unknown) => clientFacts(headers, { metadata: { user_id } }).session;
    const uuid = '0f2b7c1e-1111-4222-8333-444455556666';
    expect(told(JSON.stringify({ device_id: 'd', session_id: uuid }))).toBe(uuid);
    expect(told(`user_ab_account__session_${uuid}`)).toBe(uuid);
    expect(told('somebody')).toBeNull();
    expect(told(7)).toBeNull();
    expect(told(`${' '.repeat(2_000)}_session_${uuid}`)).toBeNull();
    expect(clientFacts([], { metadata: { user_id: `_session_${uuid}` } }).session).toBeNull();
  });

  it('recognises Codex; its main thread is the session itself', () => {
    const headers: HeaderPairs = [
      ['user-agent', 'codex_exec/0.166.0'],
      ['session-id', 's1'],
      ['x-codex-turn-metadata', '{"request_kind":"compaction"}'],
    ];
    const facts = { ...nothing, client: 'codex', session: 's1', requestKind: 'compaction' };
    expect(clientFacts([...headers, ['thread-id', 's1']], null)).toEqual(facts);
    const child: HeaderPairs = [
      ['thread-id', 't2'],
      ['x-codex-parent-thread-id', 's1'],
    ];
    expect(clientFacts([...headers, ...child], null)).toEqual({
      ...facts,
      subagent: 't2',
      parent: 's1',
    });
  });

  it('counts a child session of OpenCode to the session above it', () => {
    const headers: HeaderPairs = [
      ['user-agent', 'opencode/1.18.33 ai-sdk/1'],
      ['x-session-id', 'ses_b'],
    ];
    expect(clientFacts(headers, null)).toEqual({
      ...nothing,
      client: 'opencode',
      session: 'ses_b',
    });
    expect(clientFacts([...headers, ['x-parent-session-id', 'ses_a']], null)).toMatchObject({
      session: 'ses_a',
      subagent: 'ses_b',
    });
  });

  it('knows that Gemini CLI names no session', () => {
    const headers: HeaderPairs = [['user-agent', 'GeminiCLI-tui/0.61.0/gemini-pro']];
    expect(clientFacts(headers, null)).toEqual({ ...nothing, client: 'gemini-cli' });
  });

  it('reads the attempt of the SDKs', () => {
    const attempt = (count: string) =>
      clientFacts([['X-Stainless-Retry-Count', count]], null).retryCount;
    expect(clientFacts([['x-stainless-retry-count', '2']], null).client).toBe('stainless');
    expect(attempt('2')).toBe(2);
    for (const odd of ['-1', 'x', '', '1e3', '99999']) expect(attempt(odd)).toBe(0);
  });

  it('says nothing of a stranger, whatever the body', () => {
    for (const body of [undefined, null, 3, 'x', [], { metadata: [] }, { metadata: null }]) {
      expect(clientFacts([['user-agent', 'curl/8']], body)).toEqual(nothing);
    }
    expect(clientFacts([['x-codex-turn-metadata', '{']], null).requestKind).toBeNull();
    expect(
      clientFacts([['x-codex-turn-metadata', '{"request_kind":"A B"}']], null).requestKind,
    ).toBeNull();
  });
});

describe('names', () => {
  it('keeps what a record can carry and hashes the rest', () => {
    expect(nameOf('ses_1-a.b:c')).toBe('ses_1-a.b:c');
    expect(nameOf('a'.repeat(64))).toBe('a'.repeat(64));
    for (const odd of ['a'.repeat(65), 'é', 'a"b', 'a\\b', 'a\u0007b', '__proto__', '\ud800']) {
      expect(nameOf(odd)).toMatch(/^h_[0-9a-f]{16}$/);
      expect(nameOf(odd)).toBe(nameOf(odd));
    }
    expect(nameOf('é')).not.toBe(nameOf('è'));
    expect(nameOf('   ')).toBeNull();
  });

  it('gives names that the core takes', () => {
    for (const id of [
      'x y',
      'é',
      '"',
      '\n',
      '__proto__',
      'constructor',
      '~'.repeat(64),
      '~'.repeat(99),
    ]) {
      const session = nameOf(id);
      if (session === null) continue;
      expect(() => checkRecord({ type: 'tick', timestamp: 1, agent: 'a', session })).not.toThrow();
    }
  });
});
