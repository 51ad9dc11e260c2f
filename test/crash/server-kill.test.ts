/** A whole server, killed at random points: what was acknowledged holds, and nothing passed unrecorded. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { readRow } from '../../src/journal/body.ts';
import { GENESIS_HASH, verifyChain, type ChainPlace } from '../../src/journal/chain.ts';
import { openSqliteStore, type JournalRow, type Store } from '../../src/store/index.ts';
import { startFakeProvider, type FakeProvider } from '../../src/testing/index.ts';
import { runProxy, type RunningProxy } from '../kit/running-proxy.ts';
import { kills } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AGENT_MARK, chat, chatUntilGone } from './server-client.ts';
import { startServer, type ServerProcess } from './server-process.ts';

const KILLS = kills(9, 30);
const LANES = 3;
const AGENTS = ['a', 'b', 'c'];
/** Stopped and released again and again, so that some kill hits a command under way. */
const RESTLESS = 'b';
/** Stopped or released once a round, and so the other of the two at the kill: `a` always works. */
const STEADY = 'c';
const CLIENTS_PER_AGENT = 2;
/** When it is killed: after so many requests, and a little; or while it starts. */
const REQUESTS_MIN = 4;
const REQUESTS_MAX = 12;
const LITTLE_MS_MAX = 10;
const STARTING_MS_MAX = 900;
const PAGE_ROWS = 1_000;

let folder = '';

beforeEach(() => {
  folder = temporaryFolder('server');
});

/** What is known of an agent: `unknown` while a command has no answer. */
type Standing = 'stopped' | 'released' | 'unknown';

/** What one data folder went through. */
interface Lane {
  readonly folder: string;
  readonly standings: Map<string, Standing>;
  readonly verified: Map<string, ChainPlace>;
  /** Admissions in the journal, and requests that reached the provider. */
  readonly admitted: Map<string, number>;
  readonly forwarded: Map<string, number>;
  answered: number;
  /** How many commands about the steady agent were acknowledged. */
  steadyTurns: number;
  stopsHeld: number;
}

verifies(
  ['T2', 'X5'],
  `${KILLS} times kill -9 of a server: stops hold, and nothing passed without a record`,
  async () => {
    // Side by side, because most of a round is waiting for a process to start.
    const lanes = await Promise.all(
      Array.from({ length: LANES }, (_, index) => killAgainAndAgain(join(folder, String(index)))),
    );
    const sum = (of: (lane: Lane) => number) => lanes.reduce((all, lane) => all + of(lane), 0);
    // Without these the rest would say nothing.
    expect(sum(({ answered }) => answered)).toBeGreaterThan(KILLS);
    expect(sum(({ stopsHeld }) => stopsHeld)).toBeGreaterThanOrEqual(LANES);
  },
  180_000,
);

async function killAgainAndAgain(at: string): Promise<Lane> {
  const lane: Lane = {
    folder: at,
    standings: new Map([RESTLESS, STEADY].map((agent) => [agent, 'released'])),
    verified: new Map(),
    admitted: new Map(),
    forwarded: new Map(),
    answered: 0,
    steadyTurns: 0,
    stopsHeld: 0,
  };
  const rounds = KILLS / LANES;
  for (let round = 1; round <= rounds; round += 1) {
    const provider = await startFakeProvider({
      script: (_turn, index) => ({ text: `answer ${index}`, pace: { chunkDelayMs: 2 } }),
    });
    const server = startServer(at, provider.url);
    await useUntilKilled(lane, server, provider, round % 3 === 0);
    for (const { headers } of provider.requests) count(lane.forwarded, String(headers[AGENT_MARK]));
    await provider.close();
    await checkAfterwards(lane);
  }
  return lane;
}

/** Agents work and are stopped and released until the server dies. */
async function useUntilKilled(
  lane: Lane,
  server: ServerProcess,
  provider: FakeProvider,
  atStart: boolean,
): Promise<void> {
  const turned = lane.steadyTurns + 1;
  const using = work(lane, server);
  if (atStart) {
    await sleep(Math.random() * STARTING_MS_MAX);
  } else {
    await server.url();
    const enough = REQUESTS_MIN + Math.random() * REQUESTS_MAX;
    const isEnough = () => provider.requests.length >= enough && lane.steadyTurns >= turned;
    while (server.isRunning() && !isEnough()) await sleep(1);
    await sleep(Math.random() * LITTLE_MS_MAX);
  }
  await server.kill();
  await using;
  expect(server.complaint()).toBe('');
}

async function work(lane: Lane, server: ServerProcess): Promise<void> {
  // Null when it was killed before it listened.
  const url = await server.url().catch(() => null);
  if (url === null) return;
  const working = AGENTS.flatMap((agent) =>
    Array.from({ length: CLIENTS_PER_AGENT }, () => chatUntilGone(url, agent)),
  );
  const operating = [turnUntilGone(lane, server), turnSteady(lane, server)];
  const answered = await Promise.all(working);
  await Promise.all(operating);
  lane.answered += answered.reduce((sum, one) => sum + one, 0);
}

async function turnUntilGone(lane: Lane, server: ServerProcess): Promise<void> {
  while (server.isRunning()) {
    await sleep(Math.random() * LITTLE_MS_MAX);
    if (!(await turn(lane, server, RESTLESS))) return;
  }
}

async function turnSteady(lane: Lane, server: ServerProcess): Promise<void> {
  if (await turn(lane, server, STEADY)) lane.steadyTurns += 1;
}

/** Stops a released agent, releases a stopped one; false when the server died before it said so. */
async function turn({ standings }: Lane, server: ServerProcess, agent: string): Promise<boolean> {
  const stops = standings.get(agent) !== 'stopped';
  standings.set(agent, 'unknown');
  try {
    if (stops) await server.ask(`stop ${agent}`, `stopped ${agent}`);
    else await server.ask(`release ${agent}`, `released ${agent}`);
  } catch {
    // The server is gone, and with it the answer: the standing stays unknown.
    return false;
  }
  standings.set(agent, stops ? 'stopped' : 'released');
  return true;
}

/** Opens what the dead server left behind, as its successor would. */
async function checkAfterwards(lane: Lane): Promise<void> {
  const store = await openSqliteStore({ file: join(lane.folder, 'journal.db'), busyTimeoutMs: 0 });
  for (const agent of AGENTS) {
    for (const row of await newRows(lane, store, agent)) {
      if (isAdmission(row)) count(lane.admitted, agent);
    }
    const forwarded = lane.forwarded.get(agent) ?? 0;
    expect(lane.admitted.get(agent) ?? 0, `admissions of ${agent}`).toBeGreaterThanOrEqual(
      forwarded,
    );
  }
  const running = await runProxy({
    script: () => ({ text: 'here' }),
    store,
    marksFolder: join(lane.folder, 'stops'),
  });
  try {
    for (const agent of AGENTS) await checkStanding(lane, running, agent);
  } finally {
    await running.close();
    await store.close();
  }
}

async function checkStanding(lane: Lane, running: RunningProxy, agent: string): Promise<void> {
  const { provider, proxy } = running;
  const before = markedRequests(provider, agent);
  const { status, text } = await chat(proxy.url, agent);
  const passed = markedRequests(provider, agent) - before;
  const standing = lane.standings.get(agent) ?? 'released';
  if (standing === 'unknown') {
    expect(passed).toBe(status === 200 ? 1 : 0);
    lane.standings.set(agent, status === 200 ? 'released' : 'stopped');
  } else {
    const expected = standing === 'stopped' ? [400, 0] : [200, 1];
    expect([status, passed], `${agent} is ${standing}: ${text}`).toEqual(expected);
    if (standing === 'stopped') lane.stopsHeld += 1;
  }
  count(lane.forwarded, agent, passed);
}

/** The rows since the last time, of a chain that holds. */
async function newRows(lane: Lane, store: Store, agent: string): Promise<readonly JournalRow[]> {
  const start = lane.verified.get(agent) ?? { seq: 0, hash: GENESIS_HASH };
  const rows: JournalRow[] = [];
  for (;;) {
    const page = await store.read(agent, start.seq + rows.length + 1, PAGE_ROWS);
    rows.push(...page);
    if (page.length < PAGE_ROWS) break;
  }
  const report = await verifyChain(rows, start);
  if (!report.ok) throw new Error(report.problem);
  lane.verified.set(agent, report.head);
  return rows;
}

/** The record of a call that was let through; those of refusals and tool calls reserve nothing. */
function isAdmission(row: JournalRow): boolean {
  const entry = readRow(row);
  if (!('record' in entry) || entry.record.type !== 'admit') return false;
  return entry.record.reserve !== false && entry.decision.safety.allowed;
}

function markedRequests({ requests }: FakeProvider, agent: string): number {
  return requests.filter(({ headers }) => headers[AGENT_MARK] === agent).length;
}

function count(counts: Map<string, number>, agent: string, by = 1): void {
  counts.set(agent, (counts.get(agent) ?? 0) + by);
}
