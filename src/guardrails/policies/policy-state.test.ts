/** What policies remember: tools, pairs of tool and key, each policy for itself. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { Session, policyState, rememberInvocation } from '../index.ts';
import { INVOKED_KEYS_MAX } from './policy-state.ts';

describe('policy state', () => {
  verifies('G2', 'is empty in a new session', () => {
    const empty = { policyName: 'p', invokedTools: [], invokedKeys: [] };
    expect(policyState(new Session(), 'p')).toEqual(empty);
  });

  verifies('G2', 'holds tools and pairs, each once, in order', () => {
    const session = new Session();
    for (const key of ['/b', '/a', '/b']) rememberInvocation(session, 'p', 'read', key);
    rememberInvocation(session, 'p', 'write', '/b');
    rememberInvocation(session, 'p', 'lint');
    expect(policyState(session, 'p')).toEqual({
      policyName: 'p',
      invokedTools: ['read', 'write', 'lint'],
      invokedKeys: [
        ['read', '/b'],
        ['read', '/a'],
        ['write', '/b'],
      ],
    });
  });

  for (const other of ['q', '__proto__', 'constructor', 'P', '']) {
    verifies('G2', `is kept by policy: ${JSON.stringify(other)} knows nothing of p`, () => {
      const session = new Session();
      rememberInvocation(session, 'p', 'read', '/a');
      expect(policyState(session, other).invokedTools).toEqual([]);
      rememberInvocation(session, other, 'lint');
      expect(policyState(session, other).invokedTools).toEqual(['lint']);
      expect(policyState(session, 'p').invokedTools).toEqual(['read']);
    });
  }

  verifies('G2', 'goes with snapshots, restores and resets', () => {
    const session = new Session();
    rememberInvocation(session, 'p', 'read', '/a');
    const snapshot = session.snapshot();
    rememberInvocation(session, 'p', 'read', '/b');
    session.restore(snapshot);
    expect(policyState(session, 'p').invokedKeys).toEqual([['read', '/a']]);
    session.reset();
    expect(policyState(session, 'p').invokedKeys).toEqual([]);
  });

  verifies('G2', 'has a bound: the oldest pair is forgotten, which only denies more', () => {
    const session = new Session();
    const many = Array.from({ length: INVOKED_KEYS_MAX }, (_, n) => ['read', `/${n}`] as const);
    const full = { policyName: 'p', invokedTools: ['read'], invokedKeys: many };
    session.restore({ sessionId: session.id, slices: { 'guardrails.policies': { p: full } } });
    rememberInvocation(session, 'p', 'read', '/new');
    const { invokedKeys } = policyState(session, 'p');
    expect(invokedKeys).toHaveLength(INVOKED_KEYS_MAX);
    expect([invokedKeys[0], invokedKeys.at(-1)]).toEqual([
      ['read', '/1'],
      ['read', '/new'],
    ]);
  });
});
