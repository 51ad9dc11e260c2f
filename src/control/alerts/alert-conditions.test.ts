/** Conditions that no event tells of: each fires at its level, is told once, and resolves; healthy work fires none. */
import { expect, onTestFinished, test } from 'vitest';
import { testGate } from '../../../test/kit/test-gate.ts';
import { NO_LOG } from '../../base/log.ts';
import { JournalFollower } from '../../journal/index.ts';
import { createMemoryStore } from '../../store/index.ts';
import { Alerts } from './alerts.ts';

async function stage() {
  let nowMs = 1_700_000_000_000;
  const store = createMemoryStore();
  const gate = await testGate({ store, time: { wallMs: () => nowMs, monotonicMs: () => nowMs } });
  const follower = await JournalFollower.open(store);
  const alerts = await Alerts.open({ gate, store, follower, log: NO_LOG });
  alerts.start('');
  onTestFinished(async () => {
    await alerts.close();
    gate.close();
  });
  const call = async (agent: string, tokens: number, status: 'SUCCESS' | 'FAILED' = 'SUCCESS') => {
    const ask = { agent, purpose: 'step', estimateTokens: 1, waitMs: 0 } as const;
    const admission = await gate.admit(ask);
    expect(admission.allowed).toBe(true);
    if (admission.allowed) {
      await admission.call.finish({ status, latencyMs: 1, tokens, cachedTokens: 0 });
    }
    nowMs += 2_000;
  };
  const states = async () => {
    await alerts.look();
    return (await alerts.list('all', 10)).map(({ rule, agent, state }) => [rule, agent, state]);
  };
  return { alerts, gate, call, states, pass: (ms: number) => (nowMs += ms) };
}

test('a budget: 90 % fires once, and is over when the minute has passed', async () => {
  const { call, states, pass } = await stage();
  await call('busy', 44_999);
  expect(await states()).toEqual([]);
  await call('busy', 1);
  expect(await states()).toEqual([['budget', 'busy', 'firing']]);
  expect(await states()).toEqual([['budget', 'busy', 'firing']]);
  pass(61_000);
  expect(await states()).toEqual([['budget', 'busy', 'resolved']]);
});

test('a budget that a person set: its share fires too, and is over on the next day', async () => {
  const { gate, call, states, pass, alerts } = await stage();
  const envelope = { budgets: { tokensPerDay: 1_000 } };
  await gate.operate({ agent: 'coder', action: 'configure', by: 'test', why: 'pilot', envelope });
  await call('coder', 899);
  expect(await states()).toEqual([]);
  await call('coder', 1);
  expect(await states()).toEqual([['budget', 'coder', 'firing']]);
  expect((await alerts.list('all', 1))[0]?.numbers).toBe('900 tokens of 1,000 tokens today');
  pass(86_400_000);
  expect(await states()).toEqual([['budget', 'coder', 'resolved']]);
});

test('a stop that nobody saw end: fires after its minutes, and is over when the agent is resumed', async () => {
  const { alerts, gate, call, states, pass } = await stage();
  await call('asked', 1);
  await gate.operate({ agent: 'asked', action: 'deactivate', by: 'ann', why: 'enough' });
  pass(179_000);
  expect(await states()).toEqual([]);
  pass(2_000);
  expect(await states()).toEqual([['stop_unconfirmed', 'asked', 'firing']]);
  expect((await alerts.list('all', 1))[0]?.cost).toBe('not known: it may be alive');
  await gate.operate({ agent: 'asked', action: 'activate', by: 'ann' });
  expect(await states()).toEqual([['stop_unconfirmed', 'asked', 'resolved']]);
});

test('silence: off by default; turned on, it fires after its minutes and ends with the next call', async () => {
  const { alerts, call, states, pass } = await stage();
  await call('quiet', 1);
  pass(3_600_000);
  expect(await states()).toEqual([]);
  await alerts.book.changeRule('agent_silent', 0, { enabled: true, channels: null, level: 30 });
  expect(await states()).toEqual([['agent_silent', 'quiet', 'firing']]);
  await call('quiet', 1);
  expect(await states()).toEqual([['agent_silent', 'quiet', 'resolved']]);
});

test('errors: half of twenty calls fires, one less does not', async () => {
  const { alerts, call, states, pass } = await stage();
  // Far enough apart for health to recover: what is tested is the count.
  for (let count = 0; count < 20; count += 1) {
    pass(600_000);
    await call('flaky', 1, count % 2 === 0 && count < 18 ? 'FAILED' : 'SUCCESS');
  }
  expect(await states()).toEqual([]);
  await alerts.book.changeRule('error_rate', 0, { enabled: true, channels: null, level: 45 });
  expect((await states())[0]).toEqual(['error_rate', 'flaky', 'firing']);
});

test('what a look costs is what happened since the last one, and nothing that stands is missed', async () => {
  const { alerts, gate, call, pass } = await stage();
  const names = Array.from({ length: 12 }, (_, index) => `agent-${index}`);
  for (const name of names) await call(name, 1);
  let views = 0;
  const view = gate.agent.bind(gate);
  gate.agent = (name) => {
    views += 1;
    return view(name);
  };
  const looked = async () => {
    views = 0;
    await alerts.look();
    return views;
  };
  expect(await looked()).toBe(12);
  expect(await looked()).toBe(0);
  await call('agent-3', 1);
  expect(await looked()).toBe(1);
  // One that is stopped is looked at until it has ended, and a stop of all is everybody's.
  await gate.operate({ agent: 'agent-5', action: 'deactivate', by: 'ann', why: 'enough' });
  expect([await looked(), await looked()]).toEqual([1, 1]);
  await gate.stopAll('ann', 'enough');
  expect([await looked(), await looked()]).toEqual([12, 12]);
  await gate.resumeAll('ann', 'go on');
  await gate.operate({ agent: 'agent-5', action: 'activate', by: 'ann' });
  expect([await looked(), await looked()]).toEqual([12, 0]);
  pass(31_000);
  expect([await looked(), await looked()]).toEqual([12, 0]);
  await alerts.book.changeRule('budget', 0, { enabled: true, channels: null, level: 1 });
  expect(await looked()).toBe(12);
});
