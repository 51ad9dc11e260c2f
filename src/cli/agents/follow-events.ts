/**
 * Reads the live feed of events; when the connection breaks, it goes on after the last event it saw.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiProblem, type ApiEvent } from '../../control/api/client.ts';
import type { AdminServer } from '../server/admin-call.ts';

const RETRIES_MAX = 5;
const RETRY_MS = 1_000;

/** Shows events until the server is gone for good; then throws the problem of reaching it. */
export async function followEvents(
  server: AdminServer,
  address: string,
  after: number,
  show: (event: ApiEvent) => Promise<void>,
): Promise<never> {
  let last = after;
  let retries = 0;
  for (;;) {
    try {
      for await (const event of eventsIn(await server.feed(address, last))) {
        last = event.id;
        retries = 0;
        await show(event);
      }
    } catch (error) {
      // What the server refused it refuses again; only a lost connection is worth another try.
      const isRefused = error instanceof ApiProblem && error.status !== 0;
      if (isRefused || (error instanceof ApiProblem && retries >= RETRIES_MAX)) throw error;
    }
    retries += 1;
    await sleep(RETRY_MS);
  }
}

/** The events of a feed, as they arrive. */
async function* eventsIn(feed: ReadableStream<Uint8Array>): AsyncGenerator<ApiEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of feed) {
    text += decoder.decode(bytes, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data !== undefined) yield JSON.parse(data) as ApiEvent;
    }
  }
}
