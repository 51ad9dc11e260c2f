/**
 * Whoever gets alerts in a test: a real HTTP server that remembers what came, and answers as it is told.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The status it answers with; null never answers. */
  answers: number | null;
  /** False: the answer begins and never ends. */
  ends: boolean;
  /** Where its answers lead to. */
  location?: string;
  /** Waits until so many came. */
  until(count: number): Promise<readonly Received[]>;
}

const WAIT_MS_MAX = 30_000;

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const receiver: Receiver = { url: '', received, answers: 200, ends: true, until: waitFor };
  async function waitFor(count: number): Promise<readonly Received[]> {
    const end = performance.now() + WAIT_MS_MAX;
    while (received.length < count) {
      if (performance.now() > end) throw new Error(`${received.length} of ${count} came`);
      await delay(20);
    }
    return received;
  }
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      received.push({ path: request.url ?? '', headers, body });
      if (receiver.answers !== null) {
        const { location } = receiver;
        response.writeHead(receiver.answers, location === undefined ? {} : { location });
        if (receiver.ends) response.end('ok');
        else response.write('o');
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}` });
}
