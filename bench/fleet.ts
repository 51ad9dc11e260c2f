/**
 * `npm run bench:fleet`: what a journal in Postgres and several nodes cost, beside one server with SQLite.
 *
 * The same agents ask a provider that answers at once, through one, two and three nodes; each agent always on one node, or
 * each call on any. Everything shares one machine, so more nodes add nothing here but their races: processor time a call
 * and ratios within one run count, not calls a second. Then the spread of a stop over three nodes, quiet and under load.
 *
 * `-- --quick` takes about a minute; `SECONDS` and `ROUNDS` change how long it measures. `npm run bench:fleet:agents`
 * measures many agents.
 */
import { join } from 'node:path';
import { startServer } from '../test/crash/server-process.ts';
import { startCountingProvider } from '../test/fleet/counting-provider.ts';
import { NodeSlot } from '../test/fleet/node-process.ts';
import { startPostgres } from '../test/fleet/postgres-cluster.ts';
import { processorMsOf } from '../test/kit/processor-time.ts';
import { temporaryFolder } from '../test/kit/temporary-folder.ts';
import { callsFor, part, type Calls, type Routing } from './fleet/calls.ts';

const IS_QUICK = process.argv.includes('--quick');
const SECONDS = Number(process.env['SECONDS'] ?? (IS_QUICK ? 3 : 6));
const ROUNDS = Number(process.env['ROUNDS'] ?? (IS_QUICK ? 1 : 5));
const CLIENTS = 32;
const STOPS = IS_QUICK ? 40 : 200;
const LEASE_MS = 3_000;
const NODES = 3;

/** Where calls go. */
interface Case {
  readonly name: string;
  readonly nodes: number;
  readonly clients: number;
  readonly routing: Routing;
}

/** What a round came to. */
interface Round extends Calls {
  readonly nodeMs: number;
  readonly postgresMs: number;
  readonly races: number;
}

const CASES: readonly Case[] = [
  { name: 'SQLite, one server', nodes: 0, clients: CLIENTS, routing: 'sticky' },
  { name: 'Postgres, 1 node', nodes: 1, clients: CLIENTS, routing: 'sticky' },
  { name: 'Postgres, 2 nodes, sticky', nodes: 2, clients: CLIENTS, routing: 'sticky' },
  { name: 'Postgres, 3 nodes, sticky', nodes: 3, clients: CLIENTS, routing: 'sticky' },
  { name: 'Postgres, 3 nodes, any', nodes: 3, clients: CLIENTS, routing: 'any' },
  { name: 'SQLite, one call at a time', nodes: 0, clients: 1, routing: 'sticky' },
  { name: 'Postgres, 1 node, one call at a time', nodes: 1, clients: 1, routing: 'sticky' },
];

const provider = await startCountingProvider();
// As a real one: what is acknowledged is on the disk.
const cluster = await startPostgres({ fsync: 'on' });
cluster.createDatabase('bench');
const folder = temporaryFolder('bench-fleet');
const place = { url: cluster.url('bench'), providerUrl: provider.url, leaseMs: LEASE_MS, folder };
const sqlite = startServer(join(folder, 'sqlite'), provider.url);
const slots = Array.from({ length: NODES }, (_, at) => new NodeSlot(place, String(at)));
try {
  await sqlite.url();
  await Promise.all(slots.map(({ process: node }) => node.url()));
  await measureCalls();
  await measureStops();
} finally {
  await sqlite.kill();
  await Promise.all(slots.map((slot) => slot.close()));
  await provider.close();
  await cluster.remove();
}

async function measureCalls(): Promise<void> {
  const results = new Map<string, Round[]>(CASES.map(({ name }) => [name, []]));
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const one of CASES) {
      const measured = await measure(one, round === 0 ? 1 : SECONDS);
      if (round > 0) results.get(one.name)?.push(measured);
      console.error(`round ${round}: ${one.name}: ${Math.round(measured.perSecond)}/s`);
    }
  }
  row([
    '',
    'calls/s',
    'p50 ms',
    'p99 ms',
    'node µs',
    'Postgres µs',
    'races in 100 calls',
    'failed',
  ]);
  row(Array<string>(8).fill('---'));
  for (const [name, rounds] of results) {
    const middle = (of: (round: Round) => number) => part(rounds.map(of), 0.5);
    const eachUs = (ms: number, { calls }: Round) => (1_000 * ms) / calls;
    row([
      name,
      middle(({ perSecond }) => perSecond).toFixed(0),
      middle(({ timesMs }) => part(timesMs, 0.5)).toFixed(1),
      middle(({ timesMs }) => part(timesMs, 0.99)).toFixed(1),
      middle((round) => eachUs(round.nodeMs, round)).toFixed(0),
      middle((round) => eachUs(round.postgresMs, round)).toFixed(0),
      middle(({ races, calls }) => (100 * races) / calls).toFixed(1),
      rounds.reduce((sum, { failed }) => sum + failed, 0),
    ]);
  }
}

async function measure({ nodes, clients, routing }: Case, seconds: number): Promise<Round> {
  const used = slots.slice(0, nodes);
  const pids = nodes === 0 ? [sqlite.pid] : used.map(({ process: { pid } }) => pid);
  const urls = nodes === 0 ? [await sqlite.url()] : used.map(({ url }) => url ?? '');
  const nodeMs = () => pids.reduce((sum, pid) => sum + processorMsOf(pid), 0);
  const [nodeBefore, postgresBefore, racesBefore] = [
    nodeMs(),
    cluster.processorMs(),
    await racesLost(),
  ];
  const calls = await callsFor(urls, { clients, routing, seconds });
  return {
    ...calls,
    nodeMs: nodeMs() - nodeBefore,
    postgresMs: cluster.processorMs() - postgresBefore,
    races: (await racesLost()) - racesBefore,
  };
}

/** Races that were lost so far, on all nodes. */
async function racesLost(): Promise<number> {
  const said = await Promise.all(slots.map(({ process: node }) => node.ask('usage', 'usage ')));
  return said.reduce((sum, line) => sum + Number(line.split(' ')[2]), 0);
}

async function measureStops(): Promise<void> {
  const stopTimes = async () => {
    const times: number[] = [];
    for (let stop = 0; stop < STOPS; stop += 1) {
      const node = (slots[stop % NODES] as NodeSlot).process;
      const agent = `stopped-${stop}`;
      const began = performance.now();
      await node.ask(`stop ${agent}`, `stopped ${agent}`);
      times.push(performance.now() - began);
    }
    return times;
  };
  console.log('\nSpread of a stop: from the command until every node has confirmed it\n');
  row(['', 'stops', 'p50 ms', 'p99 ms']);
  row(Array<string>(4).fill('---'));
  const told = (name: string, times: readonly number[]) =>
    row([name, times.length, part(times, 0.5).toFixed(1), part(times, 0.99).toFixed(1)]);
  told('three nodes, quiet', await stopTimes());
  const ending = new AbortController();
  const urls = slots.map(({ url }) => url ?? '');
  const load = callsFor(urls, { clients: CLIENTS, routing: 'any', until: ending.signal });
  told(`three nodes, under ${CLIENTS} clients`, await stopTimes());
  ending.abort();
  await load;
}

function row(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}
