/**
 * What reached a server of this process: every request, and how it was answered.
 *
 * Node itself tells of each request, so nothing stands between the client and the proxy that is measured.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

const CHANNEL = 'http.server.request.start';

/** A request that arrived. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  /** As they came: name, value, name, value. */
  readonly rawHeaders: readonly string[];
  /** The status so far; a stream that was cut keeps its 200. */
  readonly status: number;
  /** Its answer has begun. */
  readonly begun: boolean;
  /** Its answer is whole, and nothing more of it comes. */
  readonly ended: boolean;
}

export interface Arrivals {
  readonly all: readonly Arrival[];
  /** Those that got an error; the scripted provider never answers with one. */
  readonly refused: readonly Arrival[];
  stop(): void;
}

/** Begins to watch a port. */
export function watchArrivals(port: number): Arrivals {
  const all: Arrival[] = [];
  const listener = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort !== port) return;
    all.push({
      method: request.method ?? '',
      path: request.url ?? '',
      rawHeaders: [...request.rawHeaders],
      get status() {
        return response.statusCode;
      },
      get begun() {
        return response.headersSent;
      },
      get ended() {
        return response.writableEnded;
      },
    });
  };
  subscribe(CHANNEL, listener);
  return {
    all,
    get refused() {
      return all.filter(({ status }) => status >= 400);
    },
    stop: () => unsubscribe(CHANNEL, listener),
  };
}
