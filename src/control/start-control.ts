/**
 * The control plane as a server: people look at agents, stop and release them here.
 *
 * It listens on this machine only, unless somebody who configures it says otherwise in so many words.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isLoopbackHost } from '../config/index.ts';
import { TripwireError, type Constitution } from '../core/index.ts';
import type { Gate } from '../gate/index.ts';
import type { Store } from '../store/index.ts';
import type { Plane } from './control-plane.ts';
import { EventFeeds } from './event-feed.ts';
import { Login } from './login.ts';
import { Problem } from './problem.ts';
import { serveRequest } from './serve-request.ts';

/** What a control plane is made of. */
export interface ControlOptions {
  readonly gate: Gate;
  readonly store: Store;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly token: string;
  /** Whether it may listen beyond this machine. */
  readonly allowRemote: boolean;
  readonly version: string;
  /** The constitution in force and the data folder, to be shown. */
  readonly constitution: Constitution;
  readonly dataDir: string;
  /** Reads measured windows; absent when none are measured. */
  readonly windows?: Plane['windows'];
}

/** A control plane that runs. */
export interface ControlServer {
  /** Its root, without a slash at the end. */
  readonly url: string;
  /** Ends feeds and connections and gives the port back. */
  close(): Promise<void>;
}

const HEAD_BYTES_MAX = 16_384;
const HEAD_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_MS = 1_000;
const CONNECTIONS_MAX = 256;
/** Whoever can be reached from elsewhere can be guessed at from elsewhere. */
const REMOTE_TOKEN_LENGTH_MIN = 32;

/** Starts the control plane; throws when it may not or cannot listen there. */
export async function startControl(options: ControlOptions): Promise<ControlServer> {
  const { gate, store, host, port, token, allowRemote, version, constitution, dataDir } = options;
  requireSafeAddress(options);
  const now = () => gate.clock.now();
  const feeds = new EventFeeds(gate, store);
  const windows = options.windows ?? null;
  const plane = { gate, store, version, constitution, dataDir, startedAt: now(), feeds, windows };
  const guards = { names: { host, allowRemote }, login: new Login(token, now) };
  const server = createServer(
    {
      maxHeaderSize: HEAD_BYTES_MAX,
      headersTimeout: HEAD_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    (request, response) => void serveRequest(plane, guards, request, response),
  );
  server.maxConnections = CONNECTIONS_MAX;
  server.on('clientError', answerBrokenRequest);
  await listening(server, host, port);
  return {
    url: urlOf(server.address() as AddressInfo),
    close: async () => {
      feeds.close();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

function requireSafeAddress({ host, token, allowRemote }: ControlOptions): void {
  if (isLoopbackHost(host)) return;
  if (!allowRemote) {
    throw new TripwireError(
      'USAGE',
      `the control plane may not listen on ${host}: whoever reaches it there and has the token can release ` +
        'stopped agents. Use 127.0.0.1, or set allow_remote: true (admin_host and allow_remote in tripwire.yaml)',
    );
  }
  if (token.length < REMOTE_TOKEN_LENGTH_MIN) {
    throw new TripwireError(
      'USAGE',
      `the token has ${token.length} characters; to listen on ${host} it needs at least ` +
        `${REMOTE_TOKEN_LENGTH_MIN}. Unset TRIPWIRE_ADMIN_TOKEN and a good one is made`,
    );
  }
}

async function listening(server: Server, host: string, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    throw new TripwireError(
      'USAGE',
      `port ${port} of ${host} is taken: another Tripwire may be running (tripwire status), ` +
        'or choose another port (--admin-port N)',
    );
  }
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** What is no HTTP, too large a head or too slow is answered as a problem too, and the connection ends. */
function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, view } = brokenRequest(error.code);
  const body = `${JSON.stringify(view)}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${view.title}\r\ncontent-type: application/problem+json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function brokenRequest(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem(
      'head-too-large',
      `The head has more than ${HEAD_BYTES_MAX} bytes. Send less.`,
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('too-slow', `It took more than ${REQUEST_TIMEOUT_MS} ms. Send it again.`);
  }
  return new Problem('bad-request', 'This is not a valid HTTP request. Nothing was changed.');
}
