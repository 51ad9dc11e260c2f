/**
 * `npm run bench:proxy`: what standing between an agent and its provider costs.
 *
 * Direct, a bare Node proxy, nginx, Portkey's gateway, and Tripwire with its durable journal and both detectors on, under the
 * same load, in interleaved rounds; medians and ratios within one run. Memory for each idle agent and each open stream.
 *
 * `-- --quick` takes less than a minute: small requests on 32 connections, the bare proxy and Tripwire, processor time
 * and bytes of journal for each call. `AGAINST=FOLDER` measures the Tripwire of another checkout in turns with this one;
 * `ROUNDS` and `SECONDS` change how long it measures.
 */
import { measureMemory } from './proxy/agent-memory.ts';
import { startChild, type ChildServer } from './proxy/child-server.ts';
import { load, type Loaded } from './proxy/load.ts';
import { startPeers } from './proxy/peers.ts';
import { fixed, head, part, row } from './proxy/report.ts';
import type { Size } from './proxy/requests.ts';
import { startTripwires } from './proxy/tripwires.ts';

const IS_QUICK = process.argv.includes('--quick');
const ROUNDS = Number(process.env['ROUNDS'] ?? (IS_QUICK ? 4 : 5));
const SECONDS = Number(process.env['SECONDS'] ?? (IS_QUICK ? 3 : 4));

interface Case {
  readonly name: string;
  readonly connections: number;
  readonly size: Size;
}

const ALL_CASES: readonly Case[] = [
  { name: 'small, c=32', connections: 32, size: 'small' },
  { name: 'small, c=1', connections: 1, size: 'small' },
  { name: '75 kB, c=1', connections: 1, size: '75 kB' },
  { name: '75 kB, c=32', connections: 32, size: '75 kB' },
];
const cases = ALL_CASES.slice(0, IS_QUICK ? 1 : undefined);

const upstream = await startChild('upstream');
const tripwires = await startTripwires('tripwire-proxy', upstream.url);
const servers: readonly (readonly [string, ChildServer])[] = [
  ...(IS_QUICK ? [] : [['direct', upstream] as const]),
  ['bare Node proxy', await startChild('bare-proxy', upstream.url)],
  ...(IS_QUICK ? [] : await startPeers(upstream.url)),
  ...tripwires,
];
/** Of each case and server. */
const results = new Map<string, Loaded[]>();
let loads = 0;
try {
  await measureLoad();
  reportLoad();
  const [, newest] = tripwires.at(-1) ?? [];
  if (!IS_QUICK && newest !== undefined) await measureMemory(newest);
} finally {
  for (const [, server] of servers) await server.close();
  await upstream.close();
}

async function measureLoad(): Promise<void> {
  const measure = ({ size, connections }: Case, server: ChildServer) => {
    loads += 1;
    return load(server, { size, connections, seconds: SECONDS, name: `load${loads}` });
  };
  for (const one of cases) for (const [, server] of servers) await measure(one, server);
  console.error(`warm; ${ROUNDS} rounds of ${SECONDS} s for each of ${servers.length} servers`);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of cases) {
      for (const [name, server] of servers) {
        const key = `${one.name}\n${name}`;
        const measured = await measure(one, server);
        results.set(key, [...(results.get(key) ?? []), measured]);
        const perSecond = Math.round(measured.perSecond);
        console.error(`round ${round + 1}: ${one.name}, ${name}: ${perSecond}/s`);
      }
    }
  }
}

function reportLoad(): void {
  console.log('## Load\n');
  const times = ['p50 ms', 'p99 ms', 'mean ms at c=1', 'processor µs a request', 'at least'];
  const columns = ['requests/s', 'against bare', ...times, 'journal bytes a request', 'failed'];
  head(['', 'server', ...columns]);
  for (const one of cases) {
    const rounds = (name: string) => results.get(`${one.name}\n${name}`) ?? [];
    const speed = (name: string) => part(rounds(name).map(({ perSecond }) => perSecond));
    for (const [name] of servers) {
      const all = rounds(name);
      row([
        one.name,
        name,
        Math.round(speed(name)),
        fixed(speed(name) / speed('bare Node proxy')),
        fixed(part(all.map(({ p50Ms }) => p50Ms)), 1),
        fixed(part(all.map(({ p99Ms }) => p99Ms)), 1),
        one.connections === 1 ? fixed(1_000 / speed(name)) : '',
        Math.round(part(all.map(({ cpuUs }) => cpuUs))),
        Math.round(Math.min(...all.map(({ cpuUs }) => cpuUs))),
        Math.round(part(all.map(({ journalBytes }) => journalBytes))),
        all.reduce((sum, { failed }) => sum + failed, 0),
      ]);
    }
  }
}
