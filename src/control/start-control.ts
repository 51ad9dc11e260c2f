/**
 * The control plane as a server: people look at agents, stop and release them here.
 *
 * It listens on this machine only, unless somebody who configures it says otherwise in so many words.
 */
import { X509Certificate } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { errorCode } from '../base/error-words.ts';
import { NO_LOG, NO_PROBLEMS, type Log, type LoggedProblems } from '../base/log.ts';
import { keepConnections } from '../base/node/connection-keeper.ts';
import { isLoopbackHost } from '../base/node/loopback-host.ts';
import { present } from '../base/present.ts';
import { TripwireError, type Constitution } from '../core/index.ts';
import type { Gate } from '../gate/index.ts';
import { JournalFollower } from '../journal/index.ts';
import type { Store } from '../store/index.ts';
import { agentsNow } from './agents/agent-reads.ts';
import { EventFeeds } from './agents/event-feed.ts';
import { Alerts } from './alerts/alerts.ts';
import type { Plane } from './api/control-plane.ts';
import { Problem } from './api/problem.ts';
import { serveRequest } from './api/serve-request.ts';
import { WebFiles } from './api/web-files.ts';
import type { ChatSecrets } from './chat/chat-signatures.ts';
import { CallBook } from './figures/call-book.ts';
import { Metrics, type FleetFigures } from './figures/metrics.ts';
import { OtlpExport, type OtlpTarget } from './figures/otlp-export.ts';
import { SeenClients } from './figures/seen-clients.ts';
import { SpendBook } from './figures/spend-book.ts';
import type { AgentWithSpend } from './figures/spend-view.ts';
import { PanicLinks } from './panic/panic-links.ts';
import { AgentKeyBook } from './people/agent-key-book.ts';
import type { AskingRuleOf } from './people/answerers.ts';
import { Login, owner } from './people/login.ts';
import { OwnerTokens } from './people/owner-tokens.ts';
import { SignIns } from './people/sign-ins.ts';
import { TokenBook } from './people/token-book.ts';
import { NO_SETUP, type Setup } from './setup.ts';
import { StopCheck, type StopTrial } from './stop-check.ts';
import type { StuckSettings } from './stuck/stuck-facts.ts';
import { StuckWatch } from './stuck/stuck-watch.ts';

/** What a control plane is made of. */
export interface ControlOptions {
  readonly gate: Gate;
  readonly store: Store;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly token: string;
  /** The agents' keys, shared with the data plane; opened on the store when absent. */
  readonly keys?: AgentKeyBook;
  /** Hears of the secrets of alert channels, so that evidence does without them. */
  readonly holdSecrets?: (secrets: readonly string[]) => void;
  /** Whether it may listen beyond this machine. */
  readonly allowRemote: boolean;
  readonly version: string;
  /** The constitution in force and the data folder, to be shown. */
  readonly constitution: Constitution;
  readonly dataDir: string;
  /** The database of the journal; it is in the data folder when absent. */
  readonly database?: string;
  /** Reads measured windows and their log; absent when none are measured. */
  readonly audit?: Plane['audit'];
  /** Certificate and key in PEM; with them it speaks TLS, and may then listen beyond this machine. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** On what the self-check tries a stop. */
  readonly stopCheck: StopTrial;
  /** What is wrong with the time, in words. */
  readonly clockProblem?: Plane['clockProblem'];
  readonly setup?: Setup;
  /** Which rule asked for an approval; without it none did, and every operator may answer. */
  readonly askingRuleOf?: AskingRuleOf;
  /** The chats that may stop agents; none when absent. */
  readonly chat?: () => ChatSecrets;
  /** When agents are stuck without looping; without it nobody looks. */
  readonly stuck?: () => StuckSettings;
  /** Where traces and metrics are sent. */
  readonly otlp?: OtlpTarget | undefined;
  /** The nodes that serve the journal together; absent where this one is alone. */
  readonly fleet?: FleetFigures;
  /** Who is told what failed, and what was told; nobody when absent. */
  readonly log?: Log & LoggedProblems;
}

/** A control plane that runs. */
export interface ControlServer {
  /** Its root, without a slash at the end. */
  readonly url: string;
  /** A link that signs its reader in as the owner, once; the code stands where no server and no log sees it. */
  signInLink(): string;
  /** Every agent, as the API shows it. */
  agents(): Promise<readonly AgentWithSpend[]>;
  /** The page about a stop, by the stop's name. */
  incidentLink(incident: string): string | null;
  /** Reads tokens and sessions again: another node changed them. */
  reloadPeople(): Promise<void>;
  /** Ends feeds and connections and gives the port back. */
  close(): Promise<void>;
}

const QUIET: Log & LoggedProblems = { ...NO_LOG, ...NO_PROBLEMS };
const HEAD_BYTES_MAX = 16_384;
const HEAD_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_MS = 1_000;
const CONNECTIONS_MAX = 256;
/** Whoever can be reached from elsewhere can be guessed at from elsewhere. */
const REMOTE_TOKEN_LENGTH_MIN = 32;
const DELIVERIES_COUNTED_MAX = 1_000;

/** Starts the control plane; throws when it may not or cannot listen there. */
export async function startControl(options: ControlOptions): Promise<ControlServer> {
  const { host, port, tls } = options;
  requireSafeAddress(options);
  const { plane, start, close } = await openPlane(options);
  const secure = tls !== undefined;
  const certificate = tls === undefined ? null : new X509Certificate(tls.cert);
  const names = { host, allowRemote: options.allowRemote || secure, certificate };
  const limits = {
    maxHeaderSize: HEAD_BYTES_MAX,
    headersTimeout: HEAD_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  };
  const serve: RequestListener = (request, response) =>
    void serveRequest(plane, names, request, response);
  const server =
    tls === undefined
      ? createServer(limits, serve)
      : createSecureServer(
          { ...limits, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: HEAD_TIMEOUT_MS },
          serve,
        );
  keepConnections(server, { connectionsMax: CONNECTIONS_MAX });
  server.on('clientError', answerBrokenRequest);
  try {
    await listening(server, host, port);
  } catch (error) {
    await close();
    throw error;
  }
  const url = urlOf(server.address() as AddressInfo, secure);
  start(url);
  return {
    url,
    signInLink: () =>
      `${url}/#code=${plane.signIns.codes.make({ caller: owner(), tokenId: null }).code}`,
    agents: () => agentsNow(plane),
    incidentLink: (incident) => plane.alerts.incidentLink(incident),
    reloadPeople: async () => {
      await plane.owners.reload();
      await plane.tokens.reload();
      await plane.signIns.reload();
      await plane.alerts.reload();
    },
    close: async () => {
      plane.feeds.close();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
      await close();
    },
  };
}

/** Everything behind the port. Nothing of it runs before `start`, and `close` ends it. */
interface OpenedPlane {
  readonly plane: Plane;
  /** Takes the address that links name. */
  readonly start: (url: string) => void;
  readonly close: () => Promise<void>;
}

/** How many messages of alerts wait, and how many were given up. */
async function deliveriesOf({ outbox }: Pick<Alerts, 'outbox'>) {
  return {
    pending: (await outbox.list('pending', DELIVERIES_COUNTED_MAX)).length,
    dead: (await outbox.list('dead', DELIVERIES_COUNTED_MAX)).length,
  };
}

/** Follows the journal. Of other nodes' records nobody tells: they are looked for. */
async function follow({ gate, store, fleet }: ControlOptions) {
  const follower = await JournalFollower.open(store);
  const isAlone = fleet === undefined;
  const forget = isAlone ? gate.onWritten(follower.followTold()) : () => undefined;
  return { follower, forget };
}

/** Looks for agents that are stuck, where somebody said when they are. */
function stuckWatch(
  { gate, stuck: settings }: ControlOptions,
  follower: JournalFollower,
  log: Log,
): StuckWatch | null {
  return settings === undefined ? null : new StuckWatch({ gate, follower, settings, log });
}

/** Who may use it: tokens, keys and sessions. */
async function openPeople(
  { gate, store, token, fleet, tls, ...options }: ControlOptions,
  log: Log,
) {
  const now = () => gate.clock.now();
  const tokens = await TokenBook.open(store);
  const keys = options.keys ?? (await AgentKeyBook.open({ store, now, log }));
  const place = fleet?.place ?? null;
  const owners = await OwnerTokens.open({ store, now, log, token, place });
  const whose = { ownerToken: token, owners, tokens, secure: tls !== undefined };
  const signIns = await SignIns.open({ store, now, log, ...whose });
  const login = new Login({ token, owners, now, tokens, signIns });
  return { tokens, keys, owners, signIns, login };
}

async function openPlane(options: ControlOptions): Promise<OpenedPlane> {
  const { gate, store, version, constitution, dataDir, tls } = options;
  const { setup = NO_SETUP, otlp, log = QUIET, holdSecrets } = options;
  const now = () => gate.clock.now();
  const people = await openPeople(options, log);
  const { follower, forget } = await follow(options);
  const spends = await SpendBook.open(store, follower, now, log);
  const calls = await CallBook.open(store, follower, now, log);
  const clients = await SeenClients.open(store, gate, follower, log);
  const { fleet: nodes } = options;
  const isFirst = nodes === undefined ? undefined : () => nodes.leads();
  const watching = { gate, store, follower, log };
  const alerts = await Alerts.open({ ...watching, ...present({ isFirst, holdSecrets }) });
  const stuck = stuckWatch(options, follower, log);
  const stopCheck = new StopCheck({ ...options.stopCheck, store, now, log });
  const deliveries = () => deliveriesOf(alerts);
  const traces = otlp === undefined ? null : new OtlpExport(otlp, follower, version, now, log);
  const fleet = options.fleet ?? null;
  const metrics = new Metrics({ gate, follower, stopCheck, version, deliveries, fleet, log });
  const plane: Plane = {
    gate,
    store,
    version,
    constitution,
    dataDir,
    journal: options.database ?? join(dataDir, 'journal.db'),
    startedAt: now(),
    clockProblem: options.clockProblem ?? (() => null),
    feeds: new EventFeeds(gate, store),
    ...people,
    isSecure: tls !== undefined,
    alerts,
    panic: new PanicLinks(store, now),
    chat: options.chat ?? (() => ({})),
    spends,
    calls,
    clients,
    metrics,
    fleet,
    stopCheck,
    setup,
    askingRuleOf: options.askingRuleOf ?? (() => null),
    web: new WebFiles(),
    audit: options.audit ?? null,
    log,
  };
  const start = (url: string) => {
    metrics.start();
    traces?.start();
    alerts.start(url);
    stuck?.start();
    stopCheck.start();
  };
  const close = async () => {
    forget();
    people.owners.close();
    metrics.close();
    await traces?.close();
    await stopCheck.close();
    calls.close();
    await spends.close();
    await clients.close();
    await stuck?.close();
    await alerts.close();
    await people.keys.close();
  };
  return { plane, start, close };
}

function requireSafeAddress({ host, token, allowRemote, tls }: ControlOptions): void {
  if (isLoopbackHost(host)) return;
  if (!allowRemote && tls === undefined) {
    throw new TripwireError(
      'USAGE',
      `the control plane may not listen on ${host}: anyone who reaches it there with the token can resume ` +
        'stopped agents, and the token can be read on the network. Use 127.0.0.1, or admin_tls with a certificate, or set ' +
        'allow_remote: true where the network itself is safe (all in tripwire.yaml)',
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
    const isTaken = errorCode(error) === 'EADDRINUSE';
    if (!isTaken) throw error;
    throw new TripwireError(
      'USAGE',
      `port ${port} of ${host} is taken: another Tripwire may be running (tripwire status), ` +
        'or choose another port (--admin-port N)',
    );
  }
}

function urlOf({ address, family, port }: AddressInfo, secure: boolean): string {
  return `${secure ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
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
