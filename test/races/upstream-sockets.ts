/**
 * Watches every connection that this process opens to one port, and what was written to it.
 *
 * What a provider reads after a stop says nothing: it may have been on its way. What the proxy writes is exact.
 */
import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** What the connections have carried up to now. */
export interface Written {
  readonly bytes: number;
  /** Bytes that were handed over and can still leave this process; those of closed connections cannot. */
  readonly leaving: number;
}

/** The connections to one port. */
export interface UpstreamSockets {
  written(): Written;
  close(): void;
}

/** Watches from now on. */
export function watchSockets(port: number): UpstreamSockets {
  const sockets: Socket[] = [];
  const opened = channel('net.client.socket');
  const keep = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket };
    socket.once('connect', () => {
      if (socket.remotePort === port) sockets.push(socket);
    });
  };
  opened.subscribe(keep);
  return {
    written: () => ({
      bytes: sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
      leaving: sockets
        .filter(({ destroyed }) => !destroyed)
        .reduce((sum, { writableLength }) => sum + writableLength, 0),
    }),
    close: () => {
      opened.unsubscribe(keep);
    },
  };
}
