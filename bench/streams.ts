/**
 * `npm run bench:streams`: what standing in a stream costs, and how fast it ends.
 *
 * The time to the first byte, the distances between pieces and the delay of each, for the provider itself, a bare Node proxy
 * and Tripwire, in turns. Then 1,000 open streams of as many agents: from stop-all to the last byte of each. Beside it the
 * same streams through the bare proxy when the provider ends them: as fast as that this machine can end and read them.
 *
 * `STREAMS`, `ROUNDS` and `STOPS` change how much is measured; `AGAINST=FOLDER` measures another checkout in turns with this one.
 */
import { startChild, type ChildServer, type OwnServer } from './proxy/child-server.ts';
import { fixed, head, part, row } from './proxy/report.ts';
import { requestsOf, type BenchRequest } from './proxy/requests.ts';
import {
  forgetConnections,
  nowOnThisMachineMs,
  openStream,
  timesOf,
  type OpenStream,
  type StreamTimes,
} from './proxy/stream-times.ts';
import { startTripwires } from './proxy/tripwires.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 60);
const STREAMS = Number(process.env['STREAMS'] ?? 1_000);
const STOPS = Number(process.env['STOPS'] ?? 5);
/** No more at once than fit among connections that have not said anything yet. */
const OPENED_AT_ONCE = 50;
const AFTER_RELEASE_MS = 500;

const upstream = await startChild('upstream');
const bare = await startChild('bare-proxy', upstream.url);
const tripwires = await startTripwires('whole-tripwire', upstream.url);
try {
  await measurePieces();
  await measureEnds();
} finally {
  for (const one of [...tripwires.map(([, own]) => own), bare, upstream]) await one.close();
}

async function measurePieces(): Promise<void> {
  const servers = [['direct', upstream], ['bare Node proxy', bare], ...tripwires] as const;
  const times = new Map<string, StreamTimes[]>(servers.map(([name]) => [name, []]));
  const nexts = servers.map((_, index) =>
    requestsOf({ size: 'small', stream: true, name: `paced-${index}` }),
  );
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, [name, server]] of servers.entries()) {
      const { path, body } = nexts[index]?.() ?? { path: '', body: '' };
      const paced = body.replace('now do part', 'take your time with part');
      const measured = await timesOf(server, { path, body: paced });
      if (round > 0) times.get(name)?.push(measured);
    }
  }
  console.log(`## One stream at a time, ms (${ROUNDS} of each in turns)\n`);
  head(['', 'first byte p50', 'p99', 'gap p50', 'p99', 'delay of a piece p50', 'p99']);
  for (const [name, all] of times) {
    const shown = [
      all.map(({ firstByteMs }) => firstByteMs),
      all.flatMap(({ gapsMs }) => gapsMs),
      all.flatMap(({ delaysMs }) => delaysMs),
    ].flatMap((values) => [fixed(part(values)), fixed(part(values, 0.99))]);
    row([name, ...shown]);
  }
}

async function measureEnds(): Promise<void> {
  const handlesBefore = await handles();
  const asked = Array.from({ length: STREAMS }, (_, index) => stayingRequest(index));
  const results = new Map<string, Ends[]>();
  const measure = async (name: string, server: ChildServer, end: () => Promise<unknown>) => {
    results.set(name, [...(results.get(name) ?? []), await endsAfter(server, asked, end)]);
    forgetConnections();
  };
  for (let round = 0; round < STOPS; round += 1) {
    await measure('the provider ends them, bare Node proxy', bare, () =>
      fetch(`${upstream.url}/end-all`),
    );
    for (const [name, server] of tripwires) {
      await measure(`stop-all, ${name}`, server, () => act(server, 'stop-all'));
      await act(server, 'resume-all');
    }
    await new Promise((resolve) => setTimeout(resolve, AFTER_RELEASE_MS));
  }
  console.log(
    `\n## ${STREAMS} open streams, ms from the word to the last byte (${STOPS} rounds)\n`,
  );
  const columns = ['p50', 'p99', 'last', 'least p99 of a round'];
  head(['', ...columns, 'processor ms of the proxy', 'at least']);
  for (const [name, rounds] of results) {
    const all = rounds.flatMap(({ endsMs }) => endsMs);
    const least = Math.min(...rounds.map(({ endsMs }) => part(endsMs, 0.99)));
    const cpuMs = rounds.map((round) => round.cpuMs);
    const figures = [part(all), part(all, 0.99), Math.max(...all), least];
    row([name, ...[...figures, part(cpuMs), Math.min(...cpuMs)].map((ms) => fixed(ms, 0))]);
  }
  console.log(`\nHandles ${handlesBefore} before and ${await handles()} after.`);
}

/** Handles that Tripwire has open. */
async function handles(): Promise<number> {
  return (await tripwires.at(-1)?.[1].held())?.handles ?? 0;
}

function stayingRequest(index: number): BenchRequest {
  const { path, body } = requestsOf({ size: 'small', stream: true, name: `open-${index}` })();
  return { path, body: body.replace('now do part', 'stay with me, part') };
}

/** How a round of open streams ended. */
interface Ends {
  /** From the word to the last byte, of each stream. */
  readonly endsMs: readonly number[];
  /** What the proxy spent on it, all threads, until the last stream had ended and the word was answered. */
  readonly cpuMs: number;
}

/** Opens streams, says the word that ends them, and returns how long after it each had its last byte. */
async function endsAfter(
  server: ChildServer,
  asked: readonly BenchRequest[],
  end: () => Promise<unknown>,
): Promise<Ends> {
  const streams: OpenStream[] = [];
  for (let from = 0; from < asked.length; from += OPENED_AT_ONCE) {
    const some = asked.slice(from, from + OPENED_AT_ONCE).map((one) => openStream(server, one));
    await Promise.all(some.map(({ begun }) => begun));
    streams.push(...some);
  }
  const { cpuUs } = await server.usage();
  const atMs = nowOnThisMachineMs();
  const said = end();
  const ends = await Promise.all(streams.map(({ ended }) => ended));
  await said;
  const cpuMs = ((await server.usage()).cpuUs - cpuUs) / 1e3;
  return { endsMs: ends.map((endedMs) => endedMs - atMs), cpuMs };
}

async function act({ admin }: OwnServer, what: 'stop-all' | 'resume-all'): Promise<void> {
  const answer = await fetch(`${admin?.url}/api/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ why: 'measured' }),
  });
  if (!answer.ok) throw new Error(`${what} was answered with ${answer.status}`);
}
