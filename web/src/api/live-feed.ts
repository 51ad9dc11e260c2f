/**
 * What happens, as it happens: one connection for the whole page.
 *
 * The browser comes back by itself and names the last event it saw, so nothing is lost between. Reading again is
 * bundled: a storm of events costs a few reads a second, not one for each event.
 */
import { useSyncExternalStore } from 'react';
import { cleanText } from '../../../src/base/clean-text.ts';
import type { ApiEvent } from '../../../src/control/api/client.ts';
import { pace } from './pace.ts';
import { queryClient } from './queries.ts';

export type FeedState = 'connecting' | 'live' | 'lost';

const KEPT_MAX = 1_000;
const TELL_EVERY_MS = 200;
const READ_AGAIN_MS = 700;
const COME_BACK_MS = 3_000;
/** With more agents than this the list is read on its own, slower, beat. */
const SMALL_FLEET_MAX = 300;

let lastId = 0;
let source: EventSource | null = null;
let state: FeedState = 'connecting';
let events: readonly ApiEvent[] = [];
let waiting: ApiEvent[] = [];
const listeners = new Set<() => void>();
let teller: ReturnType<typeof setTimeout> | null = null;
let reader: ReturnType<typeof setTimeout> | null = null;

function tell(): void {
  for (const listener of listeners) listener();
}

function setState(next: FeedState): void {
  if (state === next) return;
  state = next;
  tell();
}

/** Opens the feed; it stays open until `closeFeed`. */
export function openFeed(): void {
  if (source !== null) return;
  source = new EventSource(lastId === 0 ? '/api/events' : `/api/events?after=${lastId}`);
  source.addEventListener('open', () => {
    setState('live');
    void queryClient.invalidateQueries();
  });
  source.addEventListener('error', () => {
    setState('lost');
    // The overview tells whether the server is gone.
    void queryClient.invalidateQueries({ queryKey: ['GET /api/overview'] });
    // The browser comes back from a cut line by itself, but not from a refusal.
    if (source?.readyState !== EventSource.CLOSED) return;
    source = null;
    setTimeout(openFeed, COME_BACK_MS);
  });
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(cleanText(data)) as ApiEvent;
    lastId = event.id;
    waiting.push(event);
    teller ??= setTimeout(takeWaiting, TELL_EVERY_MS);
    reader ??= setTimeout(readAgain, pace('GET /api/overview', READ_AGAIN_MS));
  });
}

export function closeFeed(): void {
  source?.close();
  source = null;
  events = [];
  state = 'connecting';
}

function takeWaiting(): void {
  teller = null;
  events = [...events, ...waiting].slice(-KEPT_MAX);
  waiting = [];
  tell();
}

function readAgain(): void {
  reader = null;
  const agents = queryClient.getQueryData<readonly unknown[]>(['GET /api/agents', null]);
  const isSmall = (agents?.length ?? 0) <= SMALL_FLEET_MAX;
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      name !== 'GET /api/events' && (isSmall || name !== 'GET /api/agents'),
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The newest events since the page was opened, the oldest first. */
export function useLiveEvents(): readonly ApiEvent[] {
  return useSyncExternalStore(subscribe, () => events);
}

export function useFeedState(): FeedState {
  return useSyncExternalStore(subscribe, () => state);
}
