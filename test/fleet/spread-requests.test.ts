/**
 * The same requests, spread over three nodes, come to what one node makes of them: each answer is the same, and so is each
 * record of what was let through, with its decision, but for the number of the node in the ids of calls.
 *
 * Conversations grow by tool calls that differ or repeat themselves, are sent again, compacted and begun anew, each request on
 * any node. `TRIPWIRE_RUNS=20` plays twenty of them.
 */
import { expect, onTestFinished } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { FROZEN_V0_2, constitutionFrom } from '../../src/core/index.ts';
import { startProxy } from '../../src/proxy/index.ts';
import { openPostgresStore, type JournalRow } from '../../src/store/index.ts';
import { AGENT_MARK } from '../crash/server-client.ts';
import { dice, type Dice } from '../kit/dice.ts';
import { runs } from '../kit/runs.ts';
import { startCountingProvider } from './counting-provider.ts';
import { fleetGates, type GateNode } from './fleet-gates.ts';
import { newDatabase } from './shared-postgres.ts';

const REQUESTS = 40;
const AGENTS = ['north', 'south'];
const START_MS = 1_800_000_000_000;
const BETWEEN_MS = 3_000;
const patient = { timeout: 30_000, interval: 5 };
/** Limits that only a loop meets. */
const ROOMY = constitutionFrom({
  ...FROZEN_V0_2.values,
  name: 'roomy',
  maxTokensPerMinute: 1_000_000,
  maxToolCallsPerMinute: 1_000,
});

/** What somebody sends: the agent, and its conversation so far. */
interface Sent {
  readonly agent: string;
  readonly session: string;
  readonly messages: readonly object[];
}

/** One step of a tool: what was called, and what came back. */
function step(id: string, what: string): readonly object[] {
  const call = { name: 'run_tests', arguments: JSON.stringify({ what }) };
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: `the result of ${what}` },
  ];
}

/** Requests of agents that work, loop, send again what failed, and begin anew. */
function requestsOf(roll: Dice): readonly Sent[] {
  const begun = (about: string) => [{ role: 'user', content: `Please look at ${about}.` }];
  const open = new Map(
    AGENTS.map((agent) => [agent, { session: `${agent}-0`, messages: begun('it') }]),
  );
  return Array.from({ length: REQUESTS }, (_, turn): Sent => {
    const agent = AGENTS[roll(AGENTS.length)] ?? '';
    const known = open.get(agent) ?? { session: '', messages: [] };
    // In the end each only does what it did before.
    const what = turn < REQUESTS / 2 ? roll(10) : 9;
    let { session } = known;
    let messages: object[] = known.messages;
    if (what === 0) [session, messages] = [`${agent}-${turn}`, begun(`part ${turn}`)];
    else if (what === 1) messages = [...begun('a summary of it'), ...messages.slice(-2)];
    else if (what > 2)
      messages = [...messages, ...step(`t${turn}`, what < 6 ? `file ${turn}` : 'all')];
    open.set(agent, { session, messages: messages as { role: string; content: string }[] });
    return { agent, session, messages };
  });
}

/** Answers and rows when so many nodes get the requests. */
async function played(count: number, seed: number) {
  const url = await newDatabase();
  const provider = await startCountingProvider();
  const reader = await openPostgresStore({ url });
  let nowMs = START_MS;
  const time = { wallMs: () => nowMs, monotonicMs: () => nowMs };
  const envelopeOf = () => ({ killSwitch: { enabled: true } });
  const gates = await fleetGates(url, count, { constitution: ROOMY, envelopeOf, time });
  const proxies = await Promise.all(gates.map((node) => proxyOf(node, provider.url, () => nowMs)));
  onTestFinished(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await provider.close();
    await reader.close();
  });
  const route = dice(seed + 1);
  const answers: string[] = [];
  for (const request of requestsOf(dice(seed))) {
    nowMs += BETWEEN_MS;
    answers.push(await send(proxies[route(count)]?.url ?? '', request));
    // Its end is recorded after its answer: the next one comes when nothing is under way, on one node as on three.
    await expect.poll(() => openCalls(reader), patient).toBe(0);
  }
  const rows = await rowsOf(reader);
  return {
    answers,
    // A node that comes to an agent says so in a row of its own, wakes it by real time, and tells of the refusals that it gave.
    rows: rows
      .filter((row) => row.kind !== 'segment' && row.kind !== 'tick' && !isRefusal(row))
      .map(({ agent, kind, body }) => [agent, kind, withoutCalls(body)]),
  };
}

function proxyOf({ gate }: GateNode, providerUrl: string, nowMs: () => number) {
  return startProxy({
    gate,
    settings: {
      host: '127.0.0.1',
      port: 0,
      upstreams: { openai: { url: providerUrl, format: 'openai', headers: [] } },
      bodyBytesMax: 4 * 1024 * 1024,
      headerBytesMax: 16 * 1024,
      connectionsMax: 100,
      requestMs: 20_000,
      connectMs: 5_000,
      idleMs: 20_000,
    },
    agentOfKey: () => null,
    nowMs,
    sendsInPieces: true,
    remembersThreads: false,
  });
}

async function send(url: string, { agent, session, messages }: Sent): Promise<string> {
  const answer = await fetch(`${url}/agents/${agent}/openai/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'opencode/1.0',
      'x-session-id': session,
      [AGENT_MARK]: agent,
    },
    body: JSON.stringify({ model: 'm', messages }),
  });
  const { error } = (await answer.json()) as { readonly error?: { readonly code?: string } };
  return `${agent} ${answer.status} ${error?.code ?? ''}`;
}

async function rowsOf(store: Awaited<ReturnType<typeof openPostgresStore>>) {
  const found: JournalRow[] = [];
  for (const { agent } of await store.heads()) found.push(...(await store.read(agent, 1, 1_000)));
  return found;
}

async function openCalls(store: Awaited<ReturnType<typeof openPostgresStore>>): Promise<number> {
  const rows = await rowsOf(store);
  const allowed = rows.filter(
    ({ kind, body }) => kind === 'admit' && !/"allowed":false/.test(body),
  );
  return (
    allowed.length -
    rows.filter(({ kind, body }) => kind === 'result' || body.includes('"ended":')).length
  );
}

function isRefusal({ kind, body }: JournalRow): boolean {
  return kind === 'admit' && /"allowed":false/.test(body);
}

/** Ids of calls name their node. */
function withoutCalls(body: string): string {
  return body.replaceAll(/"(?:call|latencyMs)":(?:"[^"]*"|\d+)/g, '""');
}

verifies(
  'X10',
  'requests that are spread over three nodes come to what one node makes of them',
  async () => {
    const { numRuns } = runs(1);
    for (let seed = 1; seed <= numRuns; seed += 1) {
      const alone = await played(1, seed);
      const spread = await played(3, seed);
      expect(spread.answers, `seed ${seed}`).toEqual(alone.answers);
      expect(spread.rows, `seed ${seed}`).toEqual(alone.rows);
      // Work that passed, and a loop that was stopped: otherwise this says little.
      expect(new Set(alone.answers.map((answer) => answer.split(' ')[1])).size).toBeGreaterThan(1);
    }
  },
  120_000 * runs(1).numRuns,
);
