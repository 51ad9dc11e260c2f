/** The live feed: nothing is lost, also not across a broken connection, and a reader that stops is dropped. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EventFeeds } from '../../src/control/agents/event-feed.ts';
import type { EventView } from '../../src/control/index.ts';
import type { EventQuery } from '../../src/store/index.ts';
import { runningControl, TOKEN, type RunningControl } from './running-control.ts';

const everything = { filter: {}, after: 0, isWelcome: () => true };

/** A feed that a test reads from. */
async function openFeed(
  { control }: RunningControl,
  path: string,
  lastId: number | null = null,
  token: string = TOKEN,
): Promise<{ readonly next: () => Promise<EventView>; readonly leave: () => Promise<void> }> {
  const leaving = new AbortController();
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'text/event-stream',
    ...(lastId === null ? {} : { 'last-event-id': String(lastId) }),
  };
  const response = await fetch(`${control.url}${path}`, { headers, signal: leaving.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const next = async (): Promise<EventView> => {
    for (;;) {
      const [, id, data] = /id: (\d+)\ndata: (.*)\n\n/.exec(text) ?? [];
      if (data !== undefined) {
        text = text.slice(text.indexOf(data) + data.length);
        const event = JSON.parse(data) as EventView;
        expect(String(event.id)).toBe(id);
        return event;
      }
      const { done, value } = await reader.read();
      if (done) throw new Error('the feed ended');
      text += decoder.decode(value, { stream: true });
    }
  };
  const leave = async () => {
    leaving.abort();
    await reader.closed.catch(() => undefined);
  };
  return { next, leave };
}

/** A server that hands every response to the test. */
async function serving(handle: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => handle(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a feed', () => {
  test('begins with what happens from now on', async () => {
    const running = await runningControl();
    await running.gate.register('before', 'test');
    const feed = await openFeed(running, '/api/events');
    await running.gate.register('after', 'test');
    expect(await feed.next()).toMatchObject({ id: 2, agent: 'after', event_type: 'operator' });
    await feed.leave();
  });

  test('ends, with nothing more told, when its reader is signed out', async () => {
    const running = await runningControl();
    const body = { name: 'ada', role: 'viewer' };
    const made = await running.ask('/api/tokens', { method: 'POST', body });
    const { id, token } = made.body as { id: string; token: string };
    const feed = await openFeed(running, '/api/events', null, token);
    await running.gate.register('before', 'test');
    expect(await feed.next()).toMatchObject({ agent: 'before' });
    await running.ask(`/api/tokens/${id}`, { method: 'DELETE' });
    await running.gate.register('after', 'test');
    await expect(feed.next()).rejects.toThrow(/terminated|ended/);
  });

  test('loses nothing: a client that comes back gets what it missed, in order', async () => {
    const running = await runningControl();
    const { gate } = running;
    const feed = await openFeed(running, '/api/events?after=0');
    const names = Array.from({ length: 250 }, (_, index) => `agent-${index}`);
    await Promise.all(names.slice(0, 100).map((name) => gate.register(name, 'test')));
    const seen: EventView[] = [];
    while (seen.length < 60) seen.push(await feed.next());
    await feed.leave();
    await Promise.all(names.slice(100).map((name) => gate.register(name, 'test')));
    const again = await openFeed(running, '/api/events?after=0', seen.at(-1)?.id);
    while (seen.length < 250) seen.push(await again.next());
    await again.leave();
    expect(seen.map(({ id }) => id)).toEqual(names.map((_, index) => index + 1));
    expect(new Set(seen.map(({ agent }) => agent)).size).toBe(250);
  });

  test('can be of one agent and one type', async () => {
    const running = await runningControl();
    const { gate } = running;
    for (const name of ['a', 'b']) await gate.register(name, 'test');
    const feed = await openFeed(running, '/api/agents/a/events?type=hold');
    for (const agent of ['b', 'a']) {
      await gate.operate({ agent, action: 'pause', by: 'test', why: 'lunch' });
    }
    expect(await feed.next()).toMatchObject({ agent: 'a', event_type: 'hold' });
    await feed.leave();
  });

  test('is refused with an id that is none, and beyond thirty-two', async () => {
    const running = await runningControl();
    const headers = { accept: 'text/event-stream', 'last-event-id': 'x' };
    expect((await running.ask('/api/events', { headers })).status).toBe(400);
    const open = Array.from({ length: 32 }, () => openFeed(running, '/api/events'));
    const feeds = await Promise.all(open);
    const more = await running.ask('/api/events', { headers: { accept: 'text/event-stream' } });
    expect(more.status).toBe(503);
    await Promise.all(feeds.map(({ leave }) => leave()));
  });
});

test('what happens while the store is being read is not missed', async () => {
  const { gate, store } = await runningControl();
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  const { promise: wasRead, resolve: tellRead } = Promise.withResolvers<void>();
  const slow = new Proxy(store, {
    get: (target, key) =>
      key === 'events'
        ? async (query: EventQuery) => {
            const found = await target.events(query);
            tellRead();
            await mayAnswer;
            return found;
          }
        : (Reflect.get(target, key) as unknown),
  });
  const feeds = new EventFeeds(gate, slow);
  const url = await serving((response) => void feeds.open(response, everything));
  const response = await fetch(url);
  await wasRead;
  await gate.register('meanwhile', 'test');
  letAnswer();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  while (!text.includes('"agent":"meanwhile"')) {
    text += new TextDecoder().decode((await reader.read()).value);
  }
  feeds.close();
});

test('a reader that stops reading is dropped', async () => {
  const { gate, store } = await runningControl();
  const why = 'x'.repeat(2_000);
  await gate.register('a', 'test');
  const act = { agent: 'a', action: 'activate', by: 'test', why } as const;
  await Promise.all(Array.from({ length: 6_000 }, () => gate.operate(act)));
  const feeds = new EventFeeds(gate, store, 50);
  const { promise: dropped, resolve: tellDropped } = Promise.withResolvers<void>();
  const url = await serving((response) => {
    response.on('close', tellDropped);
    void feeds.open(response, everything);
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await dropped;
  feeds.close();
  socket.destroy();
});
