/**
 * The data plane: where agents' clients connect.
 *
 * One choke point in front of every path: a request has a route or a problem, and what has a route passes the gate.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { assert } from '../base/assert.ts';
import { errorWords } from '../base/error-words.ts';
import { pairsOf } from '../base/header-pairs.ts';
import type { KeyGrant } from '../base/key-grant.ts';
import { NO_LOG, type Log } from '../base/log.ts';
import { keepConnections, type ConnectionKeeper } from '../base/node/connection-keeper.ts';
import { present } from '../base/present.ts';
import { TIMER_MS_MAX } from '../base/time-limits.ts';
import type { PriceOf } from '../prices/index.ts';
import { Attestation } from './attestation.ts';
import { CallFailed } from './call-failed.ts';
import { exchange, type ExchangeParts, type WitnessingGate } from './exchange.ts';
import { hookExchange, type HookParts, type HookPlane } from './hook-exchange.ts';
import { crowdedAnswer, greeting, problemAnswer, sendAnswer } from './own-answers.ts';
import type { ProxySettings } from './proxy-settings.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import { StalledStreams, type NoteStuck, type StallSettings } from './relay/stall-watch.ts';
import { reportExchange, type ReportPlane } from './report-exchange.ts';
import { routeOf, type RouteConfig } from './route/route.ts';
import { ThreadMemory } from './thread/thread-memory.ts';
import { Upstream } from './upstream.ts';
import type { WireApprovals } from './wire-approvals.ts';

/** A running data plane. */
export interface ProxyServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** What the data plane needs. */
export interface ProxyParts {
  readonly gate: WitnessingGate;
  readonly settings: ProxySettings;
  readonly agentOfKey: (key: string) => string | null;
  /** What a key is for; for everything when absent. */
  readonly grantOfKey?: (key: string) => KeyGrant;
  /** Whether an agent has a key: then every request needs one. */
  readonly hasKeys?: () => boolean;
  readonly nowMs: () => number;
  /** Who answers hooks; without it there is no path for them. */
  readonly hooks?: HookPlane;
  /** Who reads what agents report of themselves; without it there is no path for it. */
  readonly reports?: ReportPlane;
  /** Whether an agent's model calls need hooks that report; without it none does. */
  readonly attests?: (agent: string) => boolean;
  /** Who asks people about high-impact actions; without it nobody does. */
  readonly approvals?: WireApprovals;
  /** Another process may serve in this one's place, so it is asked before each piece of a request; no when absent. */
  readonly sendsInPieces?: boolean;
  /** False where other nodes serve the same conversations; true when absent. */
  readonly remembersThreads?: boolean;
  /** When a streamed answer counts as stalled; without it none does. */
  readonly stalls?: () => StallSettings;
  /** Who writes down that one did. */
  readonly noteStuck?: NoteStuck;
  /** What calls cost; without it no price is known. */
  readonly priceOf?: PriceOf;
  /** Who is told of a broken exchange besides the client. */
  readonly log?: Log;
}

const NEVER_STALLS: StallSettings = { ms: TIMER_MS_MAX, cuts: false };
const REQUEST_ID_BYTES = 6;
const HEADERS_MS_MAX = 10_000;
/** How often it is looked for connections that took too long. */
const TIMEOUT_CHECK_MS = 1_000;
/** How long a client that was refused may take to hang up. */
const LINGER_MS = 1_000;

/** Starts to listen. */
export async function startProxy(parts: ProxyParts): Promise<ProxyServer> {
  const { settings } = parts;
  const upstreams = new Map(
    Object.entries(settings.upstreams).map(([name, { url, format }]) => [
      name,
      new Upstream(url, format, {
        connectMs: settings.connectMs,
        answerMs: settings.requestMs,
        idleMs: settings.idleMs,
      }),
    ]),
  );
  const server = createServer({
    maxHeaderSize: settings.headerBytesMax,
    requestTimeout: settings.requestMs,
    // A client that does not get its headers across in this time is not a client.
    headersTimeout: Math.min(HEADERS_MS_MAX, settings.requestMs),
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  });
  const keeper = keepConnections(server, { connectionsMax: settings.connectionsMax });
  const handling = handlingOf(parts, upstreams, keeper);
  server.on('request', (request, response) => {
    handle(handling, request, response).catch((error: unknown) => {
      const id = randomBytes(REQUEST_ID_BYTES).toString('hex');
      (parts.log ?? NO_LOG).error('proxy', `answering ${request.method ?? ''}`, error, {
        request: id,
        ...(error instanceof CallFailed ? { call: error.call } : {}),
      });
      const words = `Internal error: ${errorWords(error)}. Nothing was passed on. The log of Tripwire has more under request ${id}.`;
      sendAnswer(response, problemAnswer(500, words));
    });
  });
  refuseOtherProtocols(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return {
    url: `http://${host}:${port}`,
    port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([...upstreams.values()].map((upstream) => upstream.close()));
    },
  };
}

/** What requests are handled with; made once. */
interface Handling {
  readonly keeper: ConnectionKeeper;
  readonly bodyBytesMax: number;
  readonly routes: RouteConfig;
  /** By provider. */
  readonly exchanges: ReadonlyMap<string, ExchangeParts>;
  /** Null where nobody answers hooks. */
  readonly hooks: HookParts | null;
  /** Null where nobody reads reports. */
  readonly reports: ReportPlane | null;
}

function handlingOf(
  parts: ProxyParts,
  upstreams: ReadonlyMap<string, Upstream>,
  keeper: ConnectionKeeper,
): Handling {
  const { gate, settings, agentOfKey, grantOfKey, hasKeys, nowMs, hooks, reports, priceOf } = parts;
  const memory = new ThreadMemory(parts.remembersThreads ?? true);
  const attestation = new Attestation(parts.attests ?? (() => false));
  const approvals = parts.approvals ?? null;
  const { steersOnWire = false } = settings;
  const shared = {
    gate,
    memory,
    attestation,
    nowMs,
    priceOf: priceOf ?? (() => null),
    approvals,
    steersOnWire,
    sendsInPieces: parts.sendsInPieces ?? false,
    stalls: new StalledStreams(
      parts.stalls ?? (() => NEVER_STALLS),
      parts.noteStuck ?? (() => undefined),
    ),
  };
  const exchanges = [...upstreams].flatMap(([name, upstream]) => {
    const provider = settings.upstreams[name];
    return provider === undefined ? [] : [[name, { ...shared, provider, upstream }] as const];
  });
  return {
    keeper,
    bodyBytesMax: settings.bodyBytesMax,
    routes: {
      host: settings.host,
      upstreams: settings.upstreams,
      agentOfKey,
      ...present({ grantOfKey, hasKeys }),
      ...(hooks === undefined ? {} : { hookClients: hooks.clients }),
      takesReports: reports !== undefined,
    },
    exchanges: new Map(exchanges),
    hooks: hooks === undefined ? null : { hooks, attestation, nowMs },
    reports: reports ?? null,
  };
}

async function handle(
  { keeper, bodyBytesMax, routes, exchanges, hooks, reports }: Handling,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => response.destroy());
  const headers = pairsOf(request.rawHeaders);
  const route = routeOf(request.method ?? '', request.url ?? '', headers, routes);
  if (route.kind === 'problem') {
    sendAnswer(response, problemAnswer(route.status, route.words));
    request.resume();
    return;
  }
  if (!keeper.admits(request, response, route.agent)) {
    sendAnswer(response, crowdedAnswer(route.agent));
    request.resume();
    return;
  }
  if (route.kind === 'hook') {
    assert(hooks !== null, 'a hook was routed and nobody answers hooks');
    await hookExchange(hooks, { route, headers, request, response });
    return;
  }
  if (route.kind === 'report') {
    assert(reports !== null, 'a report was routed and nobody reads reports');
    await reportExchange(reports, { agent: route.agent, headers, request, response });
    return;
  }
  const isRoot = route.upstreamPath === '/' || route.upstreamPath.startsWith('/?');
  if (isRoot && (request.method === 'GET' || request.method === 'HEAD')) {
    sendAnswer(response, greeting(route.agent));
    return;
  }
  const exchangeParts = exchanges.get(route.provider);
  assert(exchangeParts !== undefined, 'a route without a provider');
  let body: Buffer;
  try {
    body = await readBody(request, bodyBytesMax);
  } catch (error) {
    const tooLarge = error instanceof BodyTooLarge;
    if (tooLarge) response.shouldKeepAlive = false;
    sendAnswer(response, problemAnswer(tooLarge ? 413 : 400, errorWords(error)));
    return;
  }
  const method = request.method ?? 'GET';
  await exchange(exchangeParts, { method, route, headers, body }, response);
}

/** No other protocol is spoken: some clients try a WebSocket first and fall back at once on this answer. */
function refuseOtherProtocols(server: Server): void {
  const refuse = (socket: Socket, status: string) => {
    socket.on('error', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    // Closed at once, the answer could be lost with what the client still sends; never closed, a client that
    // does not hang up would keep its place for ever.
    socket.resume();
    const letGo = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(letGo));
  };
  server.on('upgrade', (_request: IncomingMessage, socket: Socket) => {
    refuse(socket, '426 Upgrade Required');
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    refuse(socket, '405 Method Not Allowed');
  });
  server.on('clientError', (_error: Error, socket: Socket) => {
    if (socket.writable) refuse(socket, '400 Bad Request');
    else socket.destroy();
  });
}
