/** Budgets of teams on several nodes: what all of them spend together fits, whoever serves whom. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { constitutionFrom, FROZEN_V0_2, type CallAsk } from '../../src/core/index.ts';
import type { Team } from '../../src/gate/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { fleetGates, type GateNode } from './fleet-gates.ts';
import { newDatabase } from './shared-postgres.ts';

const ROOMY = constitutionFrom({
  ...FROZEN_V0_2.values,
  name: 'roomy',
  maxTokensPerMinute: 1_000_000,
  maxToolCallsPerMinute: 1_000,
});
const everybody = (budgets: Team['budgets'], more: Partial<Team> = {}): Team => ({
  name: 'crew',
  budgets,
  isShadow: () => false,
  has: () => true,
  ...more,
});
const ask = (agent: string, more: Partial<CallAsk> = {}): CallAsk => ({
  agent,
  purpose: 'step',
  estimateTokens: 10,
  reserve: { tokens: 10, microUsd: 0 },
  waitMs: 0,
  ...more,
});
async function callOn({ gate }: GateNode, asked: CallAsk, tokens = 10): Promise<string> {
  const admitted = await gate.admit(asked);
  if (!admitted.allowed) return admitted.refusal.kind;
  await admitted.call.finish({ status: 'SUCCESS', latencyMs: 1, tokens, cachedTokens: 0 });
  return 'allowed';
}
const teamOf = async ({ gate }: GateNode, agent: string) => {
  const { budgets } = await gate.agent(agent);
  return budgets.filter(({ level }) => level === 'team').map(({ spent, share }) => [spent, share]);
};

test('64 clients of many agents on three nodes pass as often as their team may', async () => {
  const url = await newDatabase();
  const teams = () => [everybody({ callsPerDay: 40 })];
  const nodes = await fleetGates(url, 3, { constitution: ROOMY, teams });
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, at) =>
      callOn(nodes[at % 3] as GateNode, ask(`agent-${String(at % 7)}`)),
    ),
  );
  expect(outcomes.filter((one) => one === 'allowed')).toHaveLength(40);
  expect(outcomes.filter((one) => one === 'team_budget_spent')).toHaveLength(24);
  // The same on every node, and what was claimed and not used binds nobody.
  for (const node of nodes) expect(await teamOf(node, 'agent-1')).toEqual([[40, undefined]]);
});

test('what calls really used counts, and one that reserved too much gives the rest back', async () => {
  const url = await newDatabase();
  const teams = () => [everybody({ tokensPerDay: 100 })];
  const nodes = await fleetGates(url, 2, { constitution: ROOMY, teams });
  const [a, b] = nodes as [GateNode, GateNode];
  const large = ask('one', { estimateTokens: 80, reserve: { tokens: 80, microUsd: 0 } });
  const open = await a.gate.admit(large);
  if (!open.allowed) throw new Error(open.refusal.reason);
  expect(await callOn(b, { ...large, agent: 'two' })).toBe('team_budget_spent');
  await open.call.finish({ status: 'SUCCESS', latencyMs: 1, tokens: 5, cachedTokens: 0 });
  expect(await callOn(b, { ...large, agent: 'two' }, 90)).toBe('allowed');
  expect(await teamOf(a, 'one')).toEqual([[95, undefined]]);
  expect(await callOn(a, ask('one'))).toBe('team_budget_spent');
  expect(
    await callOn(a, ask('one', { estimateTokens: 5, reserve: { tokens: 5, microUsd: 0 } })),
  ).toBe('allowed');
});

test('what was spent before the fleet began counts, whoever wrote it', async () => {
  const url = await newDatabase();
  // Nobody counted teams yet.
  const [alone] = (await fleetGates(url, 1, { constitution: ROOMY })) as [GateNode];
  for (let call = 0; call < 3; call += 1) await callOn(alone, ask('early'));
  alone.gate.close();
  await alone.fleet.store.close();
  const teams = () => [everybody({ callsPerDay: 5 })];
  const nodes = await fleetGates(url, 2, { constitution: ROOMY, teams });
  const [a, b] = nodes as [GateNode, GateNode];
  // Written by a node before anybody asked what was spent earlier.
  const seen = await Promise.all([callOn(a, ask('late')), callOn(b, ask('early'))]);
  expect(seen).toEqual(['allowed', 'allowed']);
  expect(await callOn(a, ask('early'))).toBe('team_budget_spent');
  expect(await teamOf(b, 'late')).toEqual([[5, undefined]]);
});

test('a budget that asks is extended once for the agents of all nodes, by whoever answers anywhere', async () => {
  const url = await newDatabase();
  const teams = () => [everybody({ callsPerDay: 2, extendPercent: 100 })];
  const nodes = await fleetGates(url, 2, { constitution: ROOMY, teams });
  const [a, b] = nodes as [GateNode, GateNode];
  expect([await callOn(a, ask('one')), await callOn(b, ask('two'))]).toEqual([
    'allowed',
    'allowed',
  ]);
  expect(await callOn(a, ask('one'))).toBe('team_budget_spent');
  expect(await callOn(b, ask('two'))).toBe('team_budget_spent');
  const answer = { agent: 'two', by: 'ann', why: 'the release is today' };
  await expect.poll(async () => (await b.gate.agent('two')).budgets[0]?.asks).toBeDefined();
  const answers = await Promise.all([b.gate.extendTeams(answer), a.gate.extendTeams(answer)]);
  expect(answers.flat()).toHaveLength(1);
  const outcomes = await Promise.all(
    nodes.flatMap((node) => [callOn(node, ask('one')), callOn(node, ask('two'))]),
  );
  expect(outcomes.filter((one) => one === 'allowed')).toHaveLength(2);
  for (const node of nodes) expect(await node.gate.extendTeams(answer)).toEqual([]);
});

test('each user has a share on all nodes, and one that makes up users finds no more room', async () => {
  const url = await newDatabase();
  const each = everybody(
    { callsPerDay: 1 },
    { goesBy: ['user'], shareOf: (_agent, { user }) => `user ${user ?? ''}` },
  );
  const nodes = await fleetGates(url, 2, { constitution: ROOMY, teams: () => [each] });
  const [a, b] = nodes as [GateNode, GateNode];
  const as = (user: string) => ask('helper', { labels: { user } });
  expect(await callOn(a, as('ann'))).toBe('allowed');
  expect(await callOn(b, as('ann'))).toBe('team_budget_spent');
  expect(await callOn(b, as('bob'))).toBe('allowed');
  expect(await teamOf(b, 'helper')).toContainEqual([1, 'user bob']);
  for (let at = 2; at < 256; at += 1) await callOn(at % 2 === 0 ? a : b, as(`user-${String(at)}`));
  expect(await callOn(a, as('made-up'))).toBe('allowed');
  expect(await callOn(b, as('made-up-again'))).toBe('team_budget_spent');
}, 120_000);

test('a team in shadow only reports', async () => {
  const url = await newDatabase();
  const teams = () => [everybody({ callsPerDay: 1 }, { isShadow: () => true })];
  const nodes = await fleetGates(url, 2, { constitution: ROOMY, teams });
  for (const node of nodes) expect(await callOn(node, ask('watched'))).toBe('allowed');
  expect(await teamOf(nodes[0] as GateNode, 'watched')).toEqual([[2, undefined]]);
});

describe('a team on three servers', () => {
  let url = '';
  const homes: Home[] = [];
  const servers: RunningTripwire[] = [];
  const CREW = 'teams:\n  crew: { agents: ["crew-*"], budgets: { calls_per_day: 20 } }\n';

  beforeAll(async () => {
    url = await newDatabase();
    homes.push(...(await Promise.all([newHome(), newHome(), newHome()])));
    for (const home of homes) {
      home.configure(CREW);
      servers.push(await startTripwire(home, ['--store', url, '--fleet']));
    }
  }, 300_000);

  afterAll(async () => {
    for (const server of servers) server.process.kill('SIGKILL');
    await Promise.all(homes.map((home) => home.provider.close()));
  });

  verifies(
    'X10',
    'a node that is killed in the middle leaves no room for more than the team may spend, and others go on',
    async () => {
      const statuses: number[] = [];
      const client = async (at: number) => {
        for (let call = 0; call < 4; call += 1) {
          const node = servers[(at + call) % 3] as RunningTripwire;
          const answer = await askAs(node.url, `crew-${String(at % 4)}`).catch(() => null);
          if (answer !== null) statuses.push(answer.status);
          if (statuses.length === 9) servers[2]?.process.kill('SIGKILL');
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, at) => client(at)));
      // What the dead node had claimed and not recorded is given to others when it is counted out.
      const left = async () => {
        for (const at of [0, 1]) {
          const answer = await askAs((servers[at] as RunningTripwire).url, 'crew-late');
          if (answer.status === 200) statuses.push(200);
          else if (!answer.body.includes('the team crew')) return answer.body;
        }
        const [agent] = (await (servers[0] as RunningTripwire).api<{ budgets: Budget[] }[]>(
          '/api/agents',
        )) as { budgets: Budget[] }[];
        return agent?.budgets.find(({ level }) => level === 'team')?.spent;
      };
      await expect.poll(left, { timeout: 90_000, interval: 200 }).toBe(20);
      const passed = homes.reduce((sum, { provider }) => sum + provider.requests.length, 0);
      expect(passed).toBeLessThanOrEqual(20);
      expect(statuses.filter((one) => one === 200).length).toBeLessThanOrEqual(20);
      // Somebody else's calls are no concern of the team.
      expect((await askAs((servers[0] as RunningTripwire).url, 'other')).status).toBe(200);
    },
    180_000,
  );

  test('a node of other teams is refused with words', async () => {
    const home = homes[2] as Home;
    home.configure('teams:\n  crew: { agents: ["other-*"], budgets: { calls_per_day: 20 } }\n');
    const refused = await runTripwire(
      ['up', '--port', '0', '--admin-port', '0', '--store', url, '--fleet'],
      '',
      home.env,
    );
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/with other teams.+Give all the same tripwire.yaml/);
  });
});

interface Budget {
  readonly level: string;
  readonly spent: number;
}
