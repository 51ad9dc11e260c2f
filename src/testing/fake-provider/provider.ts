/**
 * A provider of language models that is not one: a real HTTP server on the loopback address that answers what a
 * script says, in the wire format it is asked in.
 *
 * Everything that talks to a provider can be pointed at it, so tests, the demonstration and the drill go over
 * the same network code as the real thing. It remembers every request and what became of it.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, refuse } from './answering.ts';
import {
  BODY_BYTES_MAX,
  readBody,
  seenRequest,
  type OwnSeenRequest,
  type SeenRequest,
} from './seen.ts';
import type { Exchange } from './sending.ts';
import type { FakeScript } from './turn.ts';

const HOST = '127.0.0.1';
/** Requests that are remembered, and the bytes of their bodies: a demonstration may run for days. */
const REQUESTS_MAX = 10_000;
const REQUESTS_BYTES_MAX = 128 * 1_024 * 1_024;

/** A fake provider that runs. */
export interface FakeProvider {
  /** Its root, without a slash at the end. */
  readonly url: string;
  /** The requests in the order they came; very old ones are forgotten. */
  readonly requests: readonly SeenRequest[];
  /** Cuts what is under way and gives the port back. */
  readonly close: () => Promise<void>;
}

/** Starts a fake provider; without a port, on a free one. */
export async function startFakeProvider(options: {
  readonly script: FakeScript;
  readonly port?: number;
}): Promise<FakeProvider> {
  const { script, port = 0 } = options;
  const requests: OwnSeenRequest[] = [];
  let isClosing = false;
  let turns = 0;
  const nextIndex = () => {
    turns += 1;
    return turns - 1;
  };
  const server = createServer((request, response) => {
    const exchange = opened(request, response, () => isClosing);
    remember(requests, exchange.seen);
    void serve(exchange, request, script, nextIndex);
  });
  await listening(server, port);
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    isClosing = true;
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeAllConnections();
    await closed;
  };
  return { url, requests, close };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function remember(requests: OwnSeenRequest[], latest: OwnSeenRequest): void {
  requests.push(latest);
  let bytes = requests.reduce((sum, { rawBody }) => sum + rawBody.length, 0);
  while (requests.length > REQUESTS_MAX || (bytes > REQUESTS_BYTES_MAX && requests.length > 1)) {
    bytes -= requests.shift()?.rawBody.length ?? 0;
  }
}

/** Writes down who ended the exchange. */
function opened(
  request: IncomingMessage,
  response: ServerResponse,
  isClosing: () => boolean,
): Exchange {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const seen = seenRequest(request, over);
  const leaving = new AbortController();
  let isOurs = false;
  // The date would make the same answer differ from one second to the next.
  response.sendDate = false;
  response.on('close', () => {
    seen.aborted = !response.writableFinished && !isOurs && !isClosing();
    leaving.abort();
    resolve();
  });
  // A connection that breaks is told by its closing.
  response.on('error', () => {});
  const cut = () => {
    isOurs = true;
    response.destroy();
  };
  return { seen, response, gone: leaving.signal, cut };
}

async function serve(
  exchange: Exchange,
  request: IncomingMessage,
  script: FakeScript,
  nextIndex: () => number,
): Promise<void> {
  try {
    const isWhole = await readBody(request, exchange.seen);
    if (isWhole) await answer(exchange, script, nextIndex);
    else await refuse(exchange, 413, `the body is larger than ${BODY_BYTES_MAX} bytes`);
  } catch {
    // The script's own failures are answered; here the client went away or the provider is closing.
    exchange.response.destroy();
  }
}
