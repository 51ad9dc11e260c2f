/**
 * A place on this machine where a client's processes ask: one JSON message in a request, one in its answer.
 *
 * It listens on the loopback address only, and its paths begin with a word that nobody else knows.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a message; null where none is due. */
export type Answerer = (message: unknown) => Promise<object | null>;

/** A listener that is open. */
export interface LocalListener {
  /** The address of a route. */
  url(route: string): string;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 64 * 1_024 * 1_024;

/** Opens a listener. */
export async function listenLocally(
  routes: Readonly<Record<string, Answerer>>,
): Promise<LocalListener> {
  const secret = randomUUID();
  const server = createServer((request, response) => {
    const [, word, route = '', ...more] = (request.url ?? '').split('/');
    const answerer = word === secret && more.length === 0 ? routes[route] : undefined;
    if (answerer === undefined) response.writeHead(404).end();
    else if (request.method !== 'POST') response.writeHead(405).end();
    else void serve(request, response, answerer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // Whoever guards a run keeps the process alive; this does not.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: (route) => `http://127.0.0.1:${port}/${secret}/${route}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answerer: Answerer,
): Promise<void> {
  try {
    const answer = await answerer(JSON.parse(await bodyOf(request)));
    if (answer === null) response.writeHead(202).end();
    else {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }
  } catch {
    // The other side refuses whatever is not a whole answer.
    response.writeHead(500).end();
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error(`more than ${BODY_BYTES_MAX} bytes came`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
