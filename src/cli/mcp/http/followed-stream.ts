/**
 * Follows a stream over the ends of its connections: servers may end one at any time and go on with the next.
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { STREAM_BEGIN, readStream, type StreamPlace, type StreamReader } from './event-stream.ts';
import { isTaken, typeOf } from './session.ts';

/** What is followed. */
export interface FollowedStream {
  /** The connection that is open; null when none is yet. */
  readonly first: IncomingMessage | null;
  /** Opens the next one, after the event of this id. */
  readonly open: (lastId: string | null) => Promise<IncomingMessage>;
  readonly reader: StreamReader;
  readonly signal: AbortSignal;
  /** Tries in a row that may fail. */
  readonly failuresMax: number;
  /** Whether a stream whose events have no ids begins anew, and what was said meanwhile is missed. */
  readonly mayMiss: boolean;
}

const WAIT_MS = 1_000;
/** However short a wait the server asks for. */
const WAIT_MS_MIN = 100;
const WAIT_MS_MAX = 30_000;
/** These may be otherwise the next time; what else begins with 4 stays so. */
const PASSING = [408, 409, 425, 429];

/** Reads until it is over, or cannot be followed any more; how the last connection ended. */
export async function followStream(followed: FollowedStream): Promise<StreamPlace> {
  const { first, open, reader, signal, failuresMax, mayMiss } = followed;
  let place = first === null ? STREAM_BEGIN : await readStream(first, STREAM_BEGIN, reader);
  let isFirst = first === null;
  let failures = 0;
  let silent = 0;
  const isFollowable = () => mayMiss || place.lastId !== null;
  while (!reader.isOver() && !signal.aborted && isFollowable()) {
    if (!isFirst) await pause(place, Math.max(failures, silent), signal);
    isFirst = false;
    const answer = signal.aborted ? null : await opened(open, place.lastId);
    if (answer !== null && isTaken(answer) && typeOf(answer) === 'stream') {
      const before: StreamPlace = place;
      place = await readStream(answer, place, reader);
      failures = 0;
      silent = place.events === before.events ? silent + 1 : 0;
      continue;
    }
    answer?.destroy();
    failures += 1;
    if (failures > failuresMax || (answer !== null && isRefused(answer))) return place;
  }
  return place;
}

function isRefused({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode < 500 && !PASSING.includes(statusCode);
}

async function opened(
  open: FollowedStream['open'],
  lastId: string | null,
): Promise<IncomingMessage | null> {
  const [outcome] = await Promise.allSettled([open(lastId)]);
  return outcome.status === 'fulfilled' ? outcome.value : null;
}

async function pause({ retryMs }: StreamPlace, tries: number, signal: AbortSignal): Promise<void> {
  const wantedMs = retryMs ?? WAIT_MS * 2 ** Math.min(tries, 10);
  const waitMs = Math.min(Math.max(wantedMs, WAIT_MS_MIN), WAIT_MS_MAX);
  // It ends early when the signal comes, and the caller looks for that itself.
  await Promise.allSettled([delay(waitMs, undefined, { signal })]);
}
