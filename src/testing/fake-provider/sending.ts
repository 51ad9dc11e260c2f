/**
 * Sends an answer at the pace that was asked for, and stops the moment the client is gone.
 *
 * It waits whenever the network cannot take more, as a real provider does: a gateway that does not read is not
 * flooded.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import type { OwnSeenRequest } from './seen.ts';
import type { FakePace } from './turn.ts';

/** An exchange under way. */
export interface Exchange {
  readonly seen: OwnSeenRequest;
  readonly response: ServerResponse;
  /** Aborted when the connection is gone. */
  readonly gone: AbortSignal;
  /** Ends the connection as the provider's own doing. */
  readonly cut: () => void;
}

/** The answer as it goes out. */
export interface Sending {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: Iterable<string>;
  readonly pace: FakePace;
  readonly gzip: boolean;
}

/** Sends an answer; rejects when the client leaves. */
export async function send(exchange: Exchange, sending: Sending): Promise<void> {
  const { response, gone, cut } = exchange;
  const { status, headers, pace } = sending;
  const { chunkDelayMs = 0, pauseBeforeMs = 0, hangAfterChunks, endAbruptlyAfterChunks } = pace;
  if (pauseBeforeMs > 0) await delay(pauseBeforeMs, undefined, { signal: gone });
  const compress = sending.gzip ? compressor() : null;
  let sent = 0;
  for (const chunk of sending.chunks) {
    if (sent === endAbruptlyAfterChunks) return cut();
    if (sent === hangAfterChunks) await untilGone(gone);
    if (sent > 0 && chunkDelayMs > 0) await delay(chunkDelayMs, undefined, { signal: gone });
    if (sent === 0) {
      response.writeHead(status, compress ? { ...headers, 'content-encoding': 'gzip' } : headers);
    }
    await write(exchange, compress ? await compress.add(chunk) : Buffer.from(chunk));
    sent += 1;
  }
  if (endAbruptlyAfterChunks !== undefined) return cut();
  if (hangAfterChunks !== undefined) await untilGone(gone);
  if (compress) await write(exchange, await compress.end());
  response.end();
}

/** Waits until the network took the bytes: so what counts as sent is sent, and a cut loses nothing before it. */
async function write({ response, gone, seen }: Exchange, bytes: Buffer): Promise<void> {
  gone.throwIfAborted();
  if (bytes.length === 0) return;
  await new Promise<void>((resolve, reject) => {
    const leave = () => reject(new Error('the client is gone'));
    gone.addEventListener('abort', leave, { once: true });
    response.write(bytes, (error) => {
      gone.removeEventListener('abort', leave);
      if (error) reject(error);
      else resolve();
    });
  });
  seen.bytesSent += bytes.length;
}

async function untilGone(gone: AbortSignal): Promise<never> {
  if (!gone.aborted) await once(gone, 'abort');
  gone.throwIfAborted();
  throw new Error('the wait for the client to leave ended while it is there');
}

/** Compresses chunk by chunk, each readable as soon as it arrives. */
function compressor() {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  let made: Buffer[] = [];
  gzip.on('data', (part: Buffer) => {
    made.push(part);
  });
  const taken = () => {
    const bytes = Buffer.concat(made);
    made = [];
    return bytes;
  };
  const add = async (chunk: string) => {
    await new Promise<void>((resolve) => {
      gzip.write(chunk, () => resolve());
    });
    return taken();
  };
  const end = async () => {
    gzip.end();
    await once(gzip, 'end');
    return taken();
  };
  return { add, end };
}
