/**
 * A TCP proxy that breaks connections on purpose: late, slow, cut after so many bytes, or silent for ever.
 *
 * Put between a client and Tripwire, or between Tripwire and a provider, it shows what becomes of a call when the network
 * fails at one exact place. It knows nothing of what it carries.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens to the bytes of one direction. */
export interface LinkFault {
  /** How long each piece is held back. */
  readonly delayMs?: number;
  /** Pieces of so many bytes, so long apart. */
  readonly trickle?: { readonly bytes: number; readonly everyMs: number };
  /** After so many bytes of this direction the connection breaks. */
  readonly cutAfterBytes?: number;
  /**
   * How it breaks. `reset`: both sides see a reset. `end`: both sides see an end. `silence`: nothing more comes through, and
   * nobody is told. A reset when absent.
   */
  readonly how?: 'reset' | 'end' | 'silence';
}

/** What happens to a connection. */
export interface ConnectionFault {
  readonly toServer?: LinkFault;
  readonly toClient?: LinkFault;
}

/** A proxy that runs. */
export interface FaultProxy {
  readonly url: string;
  readonly port: number;
  /** What happens to connections that come from now on; none when null. */
  fault: ConnectionFault | null;
  /** The port on its server's machine that connections go to from now on. */
  serverPort: number;
  /** Breaks all connections that are open now. */
  breakAll(how: NonNullable<LinkFault['how']>): void;
  /** Bytes that came from the server, of all connections. */
  readonly bytesToClient: number;
  readonly close: () => Promise<void>;
}

const HOST = '127.0.0.1';

/** Starts a proxy on a free port of the loopback address. */
export async function startFaultProxy(target: {
  readonly port: number;
  readonly host?: string;
  readonly fault?: ConnectionFault;
}): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const links = new Set<Link>();
  const state = { fault: target.fault ?? null, serverPort: target.port, bytesToClient: 0 };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const { fault } = state;
    const upstream = connect({
      port: state.serverPort,
      host: target.host ?? HOST,
      allowHalfOpen: true,
      noDelay: true,
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => sockets.delete(socket));
    }
    const link: Link = { client, upstream, broken: null };
    links.add(link);
    client.once('close', () => links.delete(link));
    carry(link, [client, upstream], fault?.toServer ?? {});
    carry(link, [upstream, client], fault?.toClient ?? {}, (bytes) => {
      state.bytesToClient += bytes;
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}`,
    port,
    get fault() {
      return state.fault;
    },
    set fault(fault: ConnectionFault | null) {
      state.fault = fault;
    },
    get serverPort() {
      return state.serverPort;
    },
    set serverPort(serverPort: number) {
      state.serverPort = serverPort;
    },
    breakAll: (how) => {
      for (const link of links) {
        link.broken = how;
        breakOff(link, how);
      }
    },
    get bytesToClient() {
      return state.bytesToClient;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A connection through the proxy: the sockets of its two sides. */
interface Link {
  readonly client: Socket;
  readonly upstream: Socket;
  /** How it was broken in both directions at once; null while it is not. */
  broken: LinkFault['how'] | null;
}

/** Carries one direction, piece by piece and in order, until the connection breaks. */
function carry(
  link: Link,
  [from, to]: readonly [Socket, Socket],
  { delayMs = 0, trickle, cutAfterBytes = Infinity, how = 'reset' }: LinkFault,
  onBytes: (bytes: number) => void = () => undefined,
): void {
  let left = cutAfterBytes;
  let isCut = false;
  const isBroken = () => isCut || link.broken !== null;
  let carrying = Promise.resolve();
  const send = async (bytes: Buffer): Promise<void> => {
    if (isBroken()) return;
    const whole = bytes.subarray(0, left);
    left -= whole.length;
    for (const piece of trickle === undefined ? [whole] : inPieces(whole, trickle.bytes)) {
      await pause(trickle?.everyMs ?? delayMs);
      await write(to, piece);
      onBytes(piece.length);
    }
    if (left > 0 || isBroken()) return;
    isCut = true;
    breakOff(link, how);
  };
  from.on('data', (bytes: Buffer) => {
    from.pause();
    carrying = carrying.then(() => send(bytes)).then(() => void from.resume());
  });
  from.once('end', () => {
    carrying = carrying.then(() => void (isBroken() || to.end()));
  });
  from.once('close', (hadError) => {
    if (hadError && !isBroken()) to.resetAndDestroy();
    else if (!isBroken() || (link.broken ?? how) !== 'silence')
      carrying = carrying.then(() => void to.end());
  });
}

function breakOff(
  link: Pick<Link, 'client' | 'upstream'>,
  how: NonNullable<LinkFault['how']>,
): void {
  for (const socket of [link.client, link.upstream]) {
    if (how === 'reset') socket.resetAndDestroy();
    else if (how === 'end') socket.end();
  }
}

function inPieces(bytes: Buffer, length: number): readonly Buffer[] {
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}

async function pause(ms: number): Promise<void> {
  if (ms === 0) return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Resolves when the bytes were taken, or nobody is there to take them. */
async function write(to: Socket, bytes: Buffer): Promise<void> {
  if (bytes.length === 0 || to.destroyed || !to.writable) return;
  await new Promise<void>((resolve) => {
    to.write(bytes, () => resolve());
  });
}
