/**
 * A short soak: a whole server holds no more after many calls than after few. `npm run bench:soak` is the long form, with
 * times; here nothing is timed.
 */
import { afterAll, expect, test } from 'vitest';
import { startChild, type OwnServer } from '../../bench/proxy/child-server.ts';
import { requestsOf, type BenchRequest } from '../../bench/proxy/requests.ts';
import { forgetConnections, openStream, timesOf } from '../../bench/proxy/stream-times.ts';

const CALLS = 160;
const AT_ONCE = 8;
/** So that each list of requests is of one agent: of every agent the seconds of a minute are remembered. */
const CONNECTIONS = 64;
const STREAMS = 24;
/** How often the history of the bench's large requests stands in one: 290 kB of messages. */
const HISTORIES = 4;
const HEAP_BYTES_A_STREAM_MAX = 150_000;
/** Seconds of the last minute of two agents; what kept one entry for each call would gain 320. */
const ENTRIES_MORE_MAX = 280;
/** Timers that just run out, and a connection that is just being closed. */
const HANDLES_MORE_MAX = 6;

const upstream = await startChild('upstream');
const tripwire = await startChild('whole-tripwire', upstream.url);

afterAll(async () => {
  await tripwire.close();
  await upstream.close();
});

/** As many calls again, of the same agents in the same conversations: whole answers, streams, and streams that are left. */
async function soak(server: OwnServer, round: number): Promise<void> {
  const whole = requestsOf({ size: 'small', stream: false, name: 'soaked' }, 0, CONNECTIONS);
  const streamed = requestsOf({ size: 'small', stream: true, name: 'soaked' }, 1, CONNECTIONS);
  const anew = ({ path, body }: BenchRequest) => ({
    path,
    body: body.replace(/task \d+/, 'task 0').replace('in another way', `in round ${round}`),
  });
  for (let call = 0; call < CALLS; call += AT_ONCE) {
    const left = anew(streamed());
    const open = openStream(server, { ...left, body: left.body.replace('now do', 'stay with me') });
    await Promise.all([
      open.begun,
      ...Array.from({ length: AT_ONCE - 1 }, (_, index) =>
        timesOf(server, anew(index % 2 === 0 ? whole() : streamed())),
      ),
    ]);
    open.leave();
  }
  forgetConnections();
}

test('what a server holds does not grow with its calls', async () => {
  await soak(tripwire, 0);
  await soak(tripwire, 1);
  const before = await tripwire.held();
  await soak(tripwire, 2);
  await soak(tripwire, 3);
  const after = await tripwire.held();
  // On a busy machine closing takes a while; what leaked is still there a minute later.
  await expect
    .poll(async () => (await tripwire.held()).handles)
    .toBeLessThanOrEqual(before.handles + HANDLES_MORE_MAX);
  expect(after.entries).toBeLessThanOrEqual(before.entries + ENTRIES_MORE_MAX);
});

test('an open stream does not hold the conversation that was read for it', async () => {
  const next = requestsOf({ size: '75 kB', stream: true, name: 'long' }, 0, CONNECTIONS);
  const open = async () => {
    const { path, body } = next();
    const asked = JSON.parse(body) as { messages: { content: string }[] };
    const history = asked.messages.slice(0, -1);
    const newest = { role: 'user', content: 'stay with me' };
    const messages = [...Array.from({ length: HISTORIES }, () => history).flat(), newest];
    const stream = openStream(tripwire, { path, body: JSON.stringify({ ...asked, messages }) });
    await stream.begun;
    return stream;
  };
  const streams = [await open(), await open()];
  const before = await tripwire.held();
  for (let index = 0; index < STREAMS; index += 1) streams.push(await open());
  const after = await tripwire.held();
  for (const stream of streams) stream.leave();
  expect((after.heapBytes - before.heapBytes) / STREAMS).toBeLessThan(HEAP_BYTES_A_STREAM_MAX);
});
