/** The doors of the library that are no SDK's: a program of one's own asks the gate, acts, and checks a window. */
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import * as audit from '../../src/audit/verify.ts';
import { FROZEN_V0_2 } from '../../src/core/index.ts';
import {
  createInProcessAdapter,
  createMemoryStore,
  Gate,
  type ExecutionAdapter,
} from '../../src/gate/public.ts';
import { publicEntries } from './public-surface.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

async function opened(): Promise<Gate> {
  const gate = await Gate.open({
    store: createMemoryStore(),
    constitution: FROZEN_V0_2,
    coreVersion: '1.0.0',
    marksFolder: null,
    registration: 'open',
    envelopeOf: () => ({}),
    capture: 'none',
  });
  onTestFinished(() => gate.close());
  return gate;
}

const ask = { agent: 'coder', purpose: 'step', estimateTokens: 500, waitMs: 0 } as const;

describe('agent-tripwire/gate', () => {
  verifies('T10', 'lets a healthy call through, and none of a stopped agent', async () => {
    const gate = await opened();
    const first = await gate.admit(ask);
    if (!first.allowed) throw new Error(first.refusal.reason);
    await first.call.finish({ status: 'SUCCESS', latencyMs: 9, tokens: 480, cachedTokens: 0 });
    await gate.operate({ agent: 'coder', action: 'deactivate', by: 'ada' });
    const second = await gate.admit(ask);
    expect(second).toMatchObject({ allowed: false, refusal: { kind: 'manual' } });
    expect(second.allowed ? '' : second.refusal.reason).toContain('Stopped by ada');
    await gate.operate({ agent: 'coder', action: 'activate', by: 'ada' });
    expect(await gate.standing('coder')).toBeNull();
  });

  verifies('T10', 'an adapter does what the decision says, and nothing else', async () => {
    let nowMs = 0;
    const adapter: ExecutionAdapter = createInProcessAdapter(() => nowMs);
    const act = () => {
      nowMs += 7;
      return Promise.resolve({ tokensUsed: 12 });
    };
    const done = await adapter.execute(
      { allowed: true, reason: 'ALLOWED', remainingBudget: 1 },
      act,
    );
    expect(done).toEqual({ executed: true, status: 'SUCCESS', tokensUsed: 12, latencyMs: 7 });
    const blocked = await adapter.execute(
      { allowed: false, reason: 'HOLD', remainingBudget: 1 },
      act,
    );
    expect(blocked).toMatchObject({ executed: false, status: 'BLOCKED' });
    expect(nowMs).toBe(7);
  });
});

verifies('T10', 'both doors are exported, and docs/gate.md names what they offer', () => {
  const entries = new Map(publicEntries(ROOT).map(({ specifier, source }) => [specifier, source]));
  expect(entries.get('agent-tripwire/gate')).toBe('src/gate/public.ts');
  expect(entries.get('agent-tripwire/audit')).toBe('src/audit/verify.ts');
  const page = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8');
  const named = [
    ...page.matchAll(
      /`(checkWindow|judgeWindow|TraceVerifier|openCheckpoint|readVerifier|checkTlogProof)`/g,
    ),
  ];
  expect(new Set(named.map(([, name]) => name)).size).toBe(6);
  for (const [, name = ''] of named) expect(Object.keys(audit)).toContain(name);
});
