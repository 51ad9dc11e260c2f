/**
 * Keeps the connections of a server below their bound so that those who speak always find room.
 *
 * A plain bound shuts out whoever comes last, which is everybody but who came to fill it: connections that say nothing, or
 * drip a body, cost their sender nothing. So the newest is let in and one that brings nothing is let go: from whoever
 * (agent, else address) holds most such connections, the oldest. At most half of the bound is for connections that have
 * not said a whole request yet; the rest is for those who have.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** One connection. */
interface Kept {
  readonly socket: Socket;
  /** Who is at its other end: an address, or the agent once a request said so. */
  whose: string;
  /** Since when it has been what it is now. */
  sinceMs: number;
  state: 'silent' | 'reading' | 'answering' | 'idle';
  /** Requests that are not answered yet: some clients send several at once. */
  requests: number;
}

/** How a server is kept. */
export interface KeeperOptions {
  readonly connectionsMax: number;
  readonly nowMs?: () => number;
}

/** Part of the bound that connections may take that have not said a whole request yet. */
const UNFINISHED_SHARE = 0.5;
/** Part of the bound that the requests of one agent may take. */
const OWNER_SHARE = 0.5;
/** What was let go counts until the system has closed it. */
const CLOSING_FACTOR = 2;

/** Watches over the connections of a server from now on. */
export function keepConnections(server: Server, options: KeeperOptions): ConnectionKeeper {
  return new ConnectionKeeper(server, options);
}

/** The connections of one server. */
export class ConnectionKeeper {
  readonly #connectionsMax: number;
  readonly #nowMs: () => number;
  readonly #kept = new Map<string, Kept>();
  readonly #answering = new Map<string, number>();

  constructor(server: Server, { connectionsMax, nowMs = () => performance.now() }: KeeperOptions) {
    this.#connectionsMax = connectionsMax;
    this.#nowMs = nowMs;
    server.maxConnections = CLOSING_FACTOR * connectionsMax;
    server.on('connection', (socket) => this.#take(socket));
    server.prependListener('request', (request, response) => this.#heard(request, response));
  }

  /** A request is this agent's. False when the agent has so many under way that others would find no room. */
  admits(request: IncomingMessage, response: ServerResponse, agent: string): boolean {
    const kept = this.#kept.get(nameOf(request.socket));
    if (kept !== undefined) kept.whose = `agent ${agent}`;
    const now = this.#answering.get(agent) ?? 0;
    if (now >= Math.max(1, Math.floor(this.#connectionsMax * OWNER_SHARE))) return false;
    this.#answering.set(agent, now + 1);
    response.once('close', () => {
      const left = (this.#answering.get(agent) ?? 1) - 1;
      if (left === 0) this.#answering.delete(agent);
      else this.#answering.set(agent, left);
    });
    return true;
  }

  #take(socket: Socket): void {
    const name = nameOf(socket);
    const whose = `address ${socket.remoteAddress ?? ''}`;
    this.#kept.set(name, { socket, whose, sinceMs: this.#nowMs(), state: 'silent', requests: 0 });
    socket.once('close', () => {
      if (this.#kept.get(name)?.socket === socket) this.#kept.delete(name);
    });
    if (this.#kept.size > this.#connectionsMax * UNFINISHED_SHARE) this.#makeRoom(name);
  }

  /** A request's head is whole. */
  #heard(request: IncomingMessage, response: ServerResponse): void {
    const kept = this.#kept.get(nameOf(request.socket));
    if (kept === undefined) return;
    const become = (state: Kept['state']) => {
      kept.state = state;
      kept.sinceMs = this.#nowMs();
    };
    kept.requests += 1;
    become('reading');
    request.once('end', () => {
      if (kept.state === 'reading') become('answering');
    });
    response.once('close', () => {
      kept.requests -= 1;
      if (kept.requests === 0) become('idle');
    });
  }

  #makeRoom(newest: string): void {
    const unfinished: [string, Kept][] = [];
    let idle: [string, Kept] | null = null;
    for (const one of this.#kept) {
      const [name, { state, sinceMs }] = one;
      if (name === newest) continue;
      if (state === 'silent' || state === 'reading') unfinished.push(one);
      else if (state === 'idle' && (idle === null || sinceMs < idle[1].sinceMs)) idle = one;
    }
    const isFull = this.#kept.size > this.#connectionsMax;
    if (unfinished.length >= this.#connectionsMax * UNFINISHED_SHARE) {
      this.#letGo(oldestOfMost(unfinished));
    } else if (isFull) {
      this.#letGo(unfinished.length > 0 ? oldestOfMost(unfinished) : idle);
    }
    // All others are being answered: the newest has to come again.
    if (this.#kept.size > this.#connectionsMax) {
      const kept = this.#kept.get(newest);
      if (kept !== undefined) this.#letGo([newest, kept]);
    }
  }

  #letGo(one: readonly [string, Kept] | null): void {
    if (one === null) return;
    this.#kept.delete(one[0]);
    one[1].socket.destroy();
  }
}

/** The oldest connection of whoever has most of these. */
function oldestOfMost(unfinished: readonly (readonly [string, Kept])[]) {
  const counts = new Map<string, number>();
  for (const [, { whose }] of unfinished) counts.set(whose, (counts.get(whose) ?? 0) + 1);
  const most = Math.max(...counts.values());
  let oldest: readonly [string, Kept] | null = null;
  for (const one of unfinished) {
    if (counts.get(one[1].whose) !== most) continue;
    if (oldest === null || one[1].sinceMs < oldest[1].sinceMs) oldest = one;
  }
  return oldest;
}

/** Encrypted or not, a connection is the same at its other end. */
function nameOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
