/** Any node serves any agent: whoever loses a race reads what it missed and judges again, and a stop holds everywhere. */
import { expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { FROZEN_V0_2, constitutionFrom, type CallAsk, type CallEnd } from '../../src/core/index.ts';
import { digestEvent } from '../../src/detect/index.ts';
import { replayJournal } from '../../src/journal/index.ts';
import { openPostgresStore } from '../../src/store/index.ts';
import { dice } from '../kit/dice.ts';
import { fleetGates, type GateNode } from './fleet-gates.ts';
import { newDatabase } from './shared-postgres.ts';

/** Limits that nobody meets here. */
const ROOMY = constitutionFrom({
  ...FROZEN_V0_2.values,
  name: 'roomy',
  maxTokensPerMinute: 1_000_000,
  maxToolCallsPerMinute: 1_000,
});
const END: CallEnd = {
  status: 'SUCCESS',
  latencyMs: 1,
  tokens: 10,
  cachedTokens: 0,
  response: { outputLength: 4, toolCalls: 0 },
};
const ask = (agent: string, more: Partial<CallAsk> = {}): CallAsk => ({
  agent,
  purpose: 'step',
  estimateTokens: 10,
  waitMs: 0,
  ...more,
});
async function callOn({ gate }: GateNode, asked: CallAsk): Promise<string> {
  const admitted = await gate.admit(asked);
  if (!admitted.allowed) return admitted.refusal.kind;
  await admitted.call.finish(END);
  return 'allowed';
}

async function replayed(url: string) {
  const store = await openPostgresStore({ url, readOnly: true });
  const heads = await store.heads();
  const rows = await Promise.all(heads.map(({ agent }) => store.read(agent, 1, 10_000)));
  const replays = await Promise.all(heads.map(({ agent }) => replayJournal(store, agent)));
  await store.close();
  return { rows: rows.flat(), replays };
}

test('of calls spread over three nodes none is lost, refused or counted twice, and the journal replays', async () => {
  const url = await newDatabase();
  const nodes = await fleetGates(url, 3, { constitution: ROOMY });
  const roll = dice(24);
  const agents = Array.from({ length: 6 }, (_, at) => `agent-${String(at)}`);
  const outcomes = await Promise.all(
    Array.from({ length: 120 }, () => {
      const node = nodes[roll(nodes.length)] as GateNode;
      return callOn(node, ask(agents[roll(agents.length)] ?? ''));
    }),
  );
  expect(new Set(outcomes)).toEqual(new Set(['allowed']));
  // They did meet: otherwise this says nothing.
  expect(nodes.reduce((sum, { fleet }) => sum + fleet.racesLost(), 0)).toBeGreaterThan(0);
  const { rows, replays } = await replayed(url);
  const kinds = Map.groupBy(rows, ({ kind }) => kind);
  expect(kinds.get('admit')).toHaveLength(120);
  expect(kinds.get('event')).toHaveLength(120);
  const calls = kinds.get('admit')?.map(({ body }) => /"call":"([^"]+)"/.exec(body)?.[1]);
  expect(new Set(calls).size).toBe(120);
  // Each agent was introduced once.
  expect(kinds.get('operator')).toHaveLength(agents.length);
  for (const replay of replays) expect(replay).toMatchObject({ parity: true });
});

test('64 clients against one cap on three nodes pass as often as it allows', async () => {
  const url = await newDatabase();
  const nodes = await fleetGates(url, 3, {
    constitution: ROOMY,
    envelopeOf: () => ({ budgets: { callsPerDay: 40 } }),
  });
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, at) => callOn(nodes[at % 3] as GateNode, ask('capped'))),
  );
  expect(outcomes.filter((one) => one === 'allowed')).toHaveLength(40);
  expect(outcomes.filter((one) => one === 'budget_spent')).toHaveLength(24);
});

test('64 clients against the limit of a minute on three nodes pass as often as it allows', async () => {
  const url = await newDatabase();
  const nodes = await fleetGates(url, 3, {
    constitution: ROOMY,
    envelopeOf: () => ({ maxTokensPerMinute: 300 }),
  });
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, at) => callOn(nodes[at % 3] as GateNode, ask('limited'))),
  );
  expect(outcomes.filter((one) => one === 'allowed')).toHaveLength(30);
});

test('a stop on one node is acknowledged when all have acted on it', async () => {
  const url = await newDatabase();
  const nodes = await fleetGates(url, 3, { constitution: ROOMY });
  const [a, b, c] = nodes as [GateNode, GateNode, GateNode];
  const open = await b.gate.admit(ask('worker'));
  const shared = await c.gate.admit(ask('worker', { session: 's' }));
  const other = await b.gate.admit(ask('under-another-name', { session: 's' }));
  if (!open.allowed || !shared.allowed || !other.allowed) throw new Error('refused');

  expect(await a.gate.operate({ agent: 'worker', action: 'deactivate', by: 'me' })).toMatchObject({
    recorded: true,
    notes: 'recorded',
  });
  expect(open.call.signal.aborted).toBe(true);
  expect(shared.call.signal.aborted).toBe(true);
  // Its session was stopped under the other name, which only another node had seen.
  expect(other.call.signal.aborted).toBe(true);
  expect(await callOn(b, ask('under-another-name', { session: 's' }))).toBe('manual');
  expect(await callOn(b, ask('worker'))).toBe('manual');
  expect(await b.gate.standing('worker')).not.toBeNull();
  expect(await callOn(c, ask('somebody-else'))).toBe('allowed');

  await c.gate.operate({ agent: 'worker', action: 'activate', by: 'me' });
  expect(await callOn(a, ask('worker'))).toBe('allowed');

  await a.gate.stopAll('me', 'enough');
  for (const [at, node] of nodes.entries()) {
    expect(await callOn(node, ask(`new-${String(at)}`))).toBe('stop_all');
  }
  await b.gate.resumeAll('me', 'fine');
  for (const [at, node] of nodes.entries()) {
    expect(await callOn(node, ask(`new-${String(at)}`))).toBe('allowed');
  }
});

verifies(
  'X10',
  'the same acts on three nodes, in turn, come to what one node decides',
  async () => {
    const looping = {
      digests: [
        digestEvent({ kind: 'tool', tool: 'run_tests', args: {}, result: 'FAIL: 3 tests' }),
      ],
    };
    const envelopeOf = () => ({
      killSwitch: { enabled: true },
      budgets: { callsPerDay: 30 },
      maxTokensPerMinute: 400,
    });
    const play = async (count: number) => {
      const url = await newDatabase();
      // Decisions depend on time, so both runs get the same.
      let nowMs = 1_800_000_000_000;
      const time = { wallMs: () => nowMs, monotonicMs: () => nowMs };
      const nodes = await fleetGates(url, count, { constitution: ROOMY, envelopeOf, time });
      const roll = dice(7);
      const route = dice(99);
      const decided: string[] = [];
      for (let turn = 0; turn < 90; turn += 1) {
        const node = nodes[route(count)] as GateNode;
        const agent = `agent-${String(roll(3))}`;
        const what = roll(12);
        nowMs += 3_000;
        if (what === 0) {
          await node.gate.operate({ agent, action: 'pause', by: 'me', why: 'a look' });
        } else if (what === 1) {
          await node.gate.operate({ agent, action: 'resume', by: 'me', why: 'fine' });
          await node.gate.operate({ agent, action: 'activate', by: 'me', why: 'fine' });
        } else {
          const more = what < 7 ? { observed: looping } : {};
          const session = `${agent}-${String(roll(2))}`;
          decided.push(await callOn(node, ask(agent, { session, ...more })));
        }
      }
      const { replays } = await replayed(url);
      for (const replay of replays) expect(replay).toMatchObject({ parity: true });
      return decided;
    };
    const alone = await play(1);
    expect(await play(3)).toEqual(alone);
    expect(new Set(alone).size).toBeGreaterThan(2);
  },
);
