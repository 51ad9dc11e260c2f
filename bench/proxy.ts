/**
 * `npm run bench:proxy`: what standing between an agent and its provider costs.
 *
 * Direct, a bare Node proxy and Tripwire with its durable journal and both detectors on, under the same load, in
 * interleaved rounds; medians and ratios within one run. Memory for each idle agent and each open stream.
 *
 * `-- --quick` takes less than a minute: small requests on 32 connections, the bare proxy and Tripwire, processor time
 * and bytes of journal for each call. `AGAINST=FOLDER` measures the Tripwire of another checkout in turns with this one;
 * `ROUNDS` and `SECONDS` change how long it measures.
 */
import { request } from 'node:http';
import autocannon from 'autocannon';
import { startChild, type ChildServer } from './proxy/child-server.ts';
import { requestsOf, type BenchRequest, type Size } from './proxy/requests.ts';

const IS_QUICK = process.argv.includes('--quick');
const ROUNDS = Number(process.env['ROUNDS'] ?? (IS_QUICK ? 4 : 5));
const SECONDS = Number(process.env['SECONDS'] ?? (IS_QUICK ? 3 : 4));
const AGAINST = process.env['AGAINST'];
const FIRST_BYTES = 150;
const IDLE_AGENTS = 1_000;
const OPEN_STREAMS = 200;

interface Case {
  readonly name: string;
  readonly connections: number;
  readonly size: Size;
}

interface Round {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** Processor time of the server for each request, in microseconds: says more than time on a busy machine. */
  readonly cpuUs: number;
  /** By which the journal grew for each request, in bytes. */
  readonly journalBytes: number;
}

const ALL_CASES: readonly Case[] = [
  { name: 'small, c=32', connections: 32, size: 'small' },
  { name: 'small, c=1', connections: 1, size: 'small' },
  { name: '75 kB, c=1', connections: 1, size: '75 kB' },
  { name: '75 kB, c=32', connections: 32, size: '75 kB' },
];
const cases = ALL_CASES.slice(0, IS_QUICK ? 1 : undefined);

const upstream = await startChild('upstream');
const tripwire = await startChild('tripwire-proxy', upstream.url);
const servers: readonly (readonly [string, ChildServer])[] = [
  ...(IS_QUICK ? [] : [['direct', upstream] as const]),
  ['bare Node proxy', await startChild('bare-proxy', upstream.url)],
  ...(AGAINST === undefined
    ? []
    : [
        [
          `Tripwire of ${AGAINST}`,
          await startChild('tripwire-proxy', upstream.url, AGAINST),
        ] as const,
      ]),
  ['Tripwire', tripwire],
];

let loads = 0;

/** One round of load on one server. */
async function load(server: ChildServer, one: Case): Promise<Round> {
  const direct = server === upstream;
  loads += 1;
  const asked = { size: one.size, stream: false, name: `load${loads}` } as const;
  let connection = 0;
  const before = await server.usage();
  const result = await autocannon({
    url: server.url,
    connections: one.connections,
    duration: SECONDS,
    setupClient: (client) => {
      const next = requestsOf(asked, connection, one.connections);
      connection += 1;
      const setupRequest = (sent: autocannon.Request) => {
        const { path, body } = next();
        return { ...sent, path: direct ? '/v1/messages' : path, body };
      };
      const headers = { 'content-type': 'application/json' };
      client.setRequests([{ method: 'POST', headers, setupRequest }]);
    },
  });
  const after = await server.usage();
  return {
    cpuUs: (after.cpuUs - before.cpuUs) / result.requests.total,
    journalBytes: (after.journalBytes - before.journalBytes) / result.requests.total,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

/** The time to the first byte of a stream, and to its end, in milliseconds. */
function firstByte(server: ChildServer, { path, body }: BenchRequest): Promise<[number, number]> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const url = new URL(server === upstream ? '/v1/messages' : path, server.url);
    const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let first = 0;
      answer.on('data', () => {
        first ||= performance.now() - started;
      });
      answer.on('end', () => resolve([first, performance.now() - started]));
    });
    sent.end(body);
  });
}

/** A stream that stays open after its first bytes. */
function openStream(server: ChildServer, { path, body }: BenchRequest) {
  const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
  const headers = { 'content-type': 'application/json' };
  const sent = request(new URL(path, server.url), { method: 'POST', headers });
  sent.on('error', reject);
  sent.on('response', (answer) => answer.on('data', () => resolve()));
  sent.end(body.replace('now do part', 'stay with me, part'));
  return { begun, end: () => sent.destroy() };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const fixed = (value: number, digits = 2) => value.toFixed(digits);

for (const one of cases) for (const [, server] of servers) await load(server, one);
console.error(`warm; ${ROUNDS} rounds of ${SECONDS} s for each of ${servers.length} servers`);
const results = new Map<string, Round[]>();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const one of cases) {
    for (const [name, server] of servers) {
      const key = `${one.name}\n${name}`;
      const measured = await load(server, one);
      results.set(key, [...(results.get(key) ?? []), measured]);
      console.error(
        `round ${round + 1}: ${one.name}, ${name}: ${Math.round(measured.perSecond)}/s`,
      );
    }
  }
}

console.log('## Load\n');
row([
  '',
  'server',
  'requests/s',
  'against bare',
  'p50 ms',
  'p99 ms',
  'mean ms at c=1',
  'processor µs a request',
  'at least',
  'journal bytes a request',
  'failed',
]);
row(Array<string>(11).fill('---'));
for (const one of cases) {
  const speed = (name: string) =>
    median((results.get(`${one.name}\n${name}`) ?? []).map(({ perSecond }) => perSecond));
  for (const [name] of servers) {
    const rounds = results.get(`${one.name}\n${name}`) ?? [];
    const meanMs = one.connections === 1 ? fixed(1_000 / speed(name)) : '';
    row([
      one.name,
      name,
      Math.round(speed(name)),
      fixed(speed(name) / speed('bare Node proxy')),
      fixed(median(rounds.map(({ p50Ms }) => p50Ms)), 1),
      fixed(median(rounds.map(({ p99Ms }) => p99Ms)), 1),
      meanMs,
      Math.round(median(rounds.map(({ cpuUs }) => cpuUs))),
      Math.round(Math.min(...rounds.map(({ cpuUs }) => cpuUs))),
      Math.round(median(rounds.map(({ journalBytes }) => journalBytes))),
      rounds.reduce((sum, { failed }) => sum + failed, 0),
    ]);
  }
}

if (!IS_QUICK) await measureStreams();
for (const [, server] of servers) server.close();
upstream.close();

/** Times of streams, and what agents and open streams take of memory. */
async function measureStreams(): Promise<void> {
  console.log('\n## Streams: time to the first byte and to the end, median ms\n');
  row(['', 'first byte', 'end']);
  row(['---', '---', '---']);
  const next = requestsOf({ size: '75 kB', stream: true, name: 'stream' });
  const one = next();
  for (const [name, server] of servers) {
    const times: [number, number][] = [];
    for (let index = 0; index < FIRST_BYTES; index += 1) {
      times.push(await firstByte(server, next()));
    }
    row([
      name,
      fixed(median(times.map(([first]) => first))),
      fixed(median(times.map(([, end]) => end))),
    ]);
  }

  console.log('\n## Memory\n');
  const asking = (name: string) => ({ ...one, path: one.path.replace(/stream-\d+/, name) });
  const fresh = (await tripwire.usage()).memory;
  for (let index = 0; index < IDLE_AGENTS; index += 1) {
    await firstByte(tripwire, asking(`idle-${index}`));
  }
  const idle = (await tripwire.usage()).memory;
  const open = Array.from({ length: OPEN_STREAMS }, (_, index) =>
    openStream(tripwire, asking(`open-${index}`)),
  );
  await Promise.all(open.map(({ begun }) => begun));
  const streaming = (await tripwire.usage()).memory;
  const each = (more: number, count: number) => fixed(more / count / 1e3, 1);
  console.log(
    `Resident memory, so with what the collector has not freed: ${Math.round(streaming / 1e6)} MB in all;`,
  );
  console.log(
    `${each(idle - fresh, IDLE_AGENTS)} kB for each of ${IDLE_AGENTS} agents that asked once with 75 kB,`,
  );
  console.log(
    `${each(streaming - idle, OPEN_STREAMS)} kB for each of ${OPEN_STREAMS} open streams (each of another new agent).`,
  );
  for (const { end } of open) end();
}
