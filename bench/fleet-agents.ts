/**
 * `npm run bench:fleet:agents`: 100,000 agents in a journal in Postgres, 10,000 of them active: memory of a node, its start,
 * and the processor time of a call, beside a node of the same fleet before there were any.
 *
 * `AGENTS`, `ACTIVE` and `CALLS` change how many. Memory is resident, after the garbage was collected.
 */
import { CODING_V1 } from '../src/core/index.ts';
import { openFleet } from '../src/server/fleet.ts';
import { chat } from '../test/crash/server-client.ts';
import { startCountingProvider } from '../test/fleet/counting-provider.ts';
import { NodeSlot } from '../test/fleet/node-process.ts';
import { startPostgres } from '../test/fleet/postgres-cluster.ts';
import { processorMsOf } from '../test/kit/processor-time.ts';
import { temporaryFolder } from '../test/kit/temporary-folder.ts';
import { testGate } from '../test/kit/test-gate.ts';

const AGENTS = Number(process.env['AGENTS'] ?? 100_000);
const ACTIVE = Number(process.env['ACTIVE'] ?? 10_000);
const AT_ONCE = 32;
const CALLS = Number(process.env['CALLS'] ?? 2_000);
const LEASE_MS = 20_000;

let failed = 0;
/** A call; one that failed, as on a machine that gave a node nothing for longer than its lease, is counted. */
async function call(url: string, agent: string): Promise<void> {
  const answer = await chat(url, agent).catch(() => null);
  if (answer?.status !== 200) failed += 1;
}

const nameOf = (index: number) => `agent-${index}`;
const provider = await startCountingProvider();
const cluster = await startPostgres({ fsync: 'on' });
cluster.createDatabase('agents');
const url = cluster.url('agents');
const folder = temporaryFolder('bench-agents');
const place = { url, providerUrl: provider.url, leaseMs: LEASE_MS, folder };

/** Does it for each number, so many at once. */
async function inGroups(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - from);
    await Promise.all(Array.from({ length: size }, (_, index) => work(from + index)));
  }
}

/** Registers them through a gate, as a node does with agents that join by themselves. */
async function register(): Promise<void> {
  const constitution = CODING_V1;
  const name = 'bench';
  const fleet = await openFleet({ url, name, place: name, constitution, leaseMs: LEASE_MS });
  const { store, turn, shared } = fleet;
  const gate = await testGate({ store, turn, shared, constitution });
  await fleet.start(gate);
  await inGroups(AGENTS, (index) => gate.register(nameOf(index), 'tripwire'));
  gate.close();
  await store.close();
}

/** A node that was just started, and what it used until it listened. */
async function started(name: string) {
  const slot = new NodeSlot(place, name);
  const at = await slot.process.url();
  const startMs = processorMsOf(slot.process.pid);
  const memory = async () => Number((await slot.process.ask('usage', 'usage ')).split(' ')[1]);
  const callUs = async (agents: number) => {
    const before = processorMsOf(slot.process.pid);
    await inGroups(CALLS, (index) => call(at, nameOf(index % agents)));
    return (1_000 * (processorMsOf(slot.process.pid) - before)) / CALLS;
  };
  return { slot, at, startMs, memory, callUs };
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
try {
  const first = await started('before');
  await first.callUs(100);
  console.log(
    `no agents: start ${first.startMs} ms of processor time, ${megabytes(await first.memory())}, ` +
      `${(await first.callUs(100)).toFixed(0)} µs a call of 100 agents`,
  );
  await first.slot.close();
  const before = cluster.processorMs();
  await register();
  console.log(
    `${AGENTS} agents registered: ${((1_000 * (cluster.processorMs() - before)) / AGENTS).toFixed(0)} µs of Postgres each`,
  );
  const second = await started('after');
  console.log(
    `${AGENTS} agents: start ${second.startMs} ms of processor time, ${megabytes(await second.memory())}`,
  );
  await inGroups(ACTIVE, (index) => call(second.at, nameOf(index)));
  console.log(`${ACTIVE} of them active: ${megabytes(await second.memory())}`);
  console.log(`a call then: ${(await second.callUs(ACTIVE)).toFixed(0)} µs of processor time`);
  console.log(`${failed} calls failed`);
  await second.slot.close();
} finally {
  await provider.close();
  await cluster.remove();
}
