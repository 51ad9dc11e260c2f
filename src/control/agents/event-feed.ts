/**
 * The live feed: events as they become durable, as server-sent events.
 *
 * A feed holds no queue of its own. It remembers the id it sent last and reads on from the store whenever something
 * happened, so nothing is lost between reading and listening, and a client that comes back with its last id misses
 * nothing. A client that stops reading costs no memory, and after a while its connection.
 */
import type { ServerResponse } from 'node:http';
import type { Gate } from '../../gate/index.ts';
import { checkedEvents } from '../../journal/index.ts';
import type { EventQuery, Store } from '../../store/index.ts';
import { Problem } from '../api/problem.ts';
import { viewEvent } from './event-view.ts';

const FEEDS_MAX = 32;
const PAGE_EVENTS = 100;
const HEARTBEAT_MS = 15_000;
const DRAIN_MS = 10_000;
const RETRY_MS = 2_000;

/** Which events a feed carries. */
export type FeedFilter = Pick<EventQuery, 'agent' | 'session' | 'type'>;

/** What a feed carries, from where on, and to whom. */
interface FeedAsked {
  readonly filter: FeedFilter;
  /** The event that was read last; null begins after the newest one. */
  readonly after: number | null;
  /** False once the reader's token or session is gone: a feed can be open for days. */
  readonly isWelcome: () => boolean;
}

/** All feeds of a server. */
export class EventFeeds {
  readonly #store: Store;
  readonly #drainMs: number;
  readonly #feeds = new Set<EventFeed>();
  readonly #stopListening: () => void;

  constructor(gate: Gate, store: Store, drainMs = DRAIN_MS) {
    this.#store = store;
    this.#drainMs = drainMs;
    this.#stopListening = gate.onEvent(() => {
      for (const feed of this.#feeds) feed.wake();
    });
  }

  /** Answers with a feed. */
  async open(response: ServerResponse, asked: FeedAsked): Promise<void> {
    if (this.#feeds.size >= FEEDS_MAX) {
      throw new Problem(
        'unavailable',
        `${FEEDS_MAX} feeds are open, and more are not served. Close one, or read /api/events without a feed.`,
      );
    }
    const feed = new EventFeed(response, this.#store, asked, this.#drainMs);
    this.#feeds.add(feed);
    response.on('close', () => {
      this.#feeds.delete(feed);
      feed.end();
    });
    try {
      await feed.start();
    } catch (error) {
      this.#feeds.delete(feed);
      throw error;
    }
    // Whatever ends a feed ends its connection; the client comes back with its last id.
    void feed.run().catch(() => response.destroy());
  }

  close(): void {
    this.#stopListening();
    for (const feed of this.#feeds) feed.end();
  }
}

class EventFeed {
  readonly #response: ServerResponse;
  readonly #store: Store;
  readonly #asked: FeedAsked;
  readonly #drainMs: number;
  #cursor = 0;
  #isOver = false;
  #isWoken = false;
  #wakeUp: (() => void) | null = null;

  constructor(response: ServerResponse, store: Store, asked: FeedAsked, drainMs: number) {
    this.#response = response;
    this.#store = store;
    this.#asked = asked;
    this.#drainMs = drainMs;
  }

  async start(): Promise<void> {
    const { after } = this.#asked;
    const [newest] =
      after === null ? await this.#store.events({ newestFirst: true, limit: 1 }) : [];
    this.#cursor = after ?? newest?.id ?? 0;
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    this.#response.write(`retry: ${RETRY_MS}\n\n`);
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      this.#isWoken = false;
      const query = { ...this.#asked.filter, afterId: this.#cursor, limit: PAGE_EVENTS };
      const events = await checkedEvents(this.#store, await this.#store.events(query));
      if (!this.#asked.isWelcome()) throw new Error('the reader of this feed is signed out');
      for (const event of events) {
        this.#cursor = event.id;
        await this.#send(`id: ${event.id}\ndata: ${JSON.stringify(viewEvent(event))}\n\n`);
      }
      if (events.length < PAGE_EVENTS && !(await this.#woken()))
        await this.#send(': still here\n\n');
    }
  }

  wake(): void {
    this.#isWoken = true;
    this.#wakeUp?.();
  }

  end(): void {
    this.#isOver = true;
    this.wake();
  }

  /** True when something happened, false when it was quiet for a while. */
  async #woken(): Promise<boolean> {
    if (this.#isWoken) return true;
    return new Promise((resolve) => {
      const quiet = setTimeout(() => resolve(false), HEARTBEAT_MS);
      this.#wakeUp = () => {
        clearTimeout(quiet);
        resolve(true);
      };
    });
  }

  async #send(text: string): Promise<void> {
    if (this.#isOver || this.#response.write(text)) return;
    await new Promise<void>((resolve, reject) => {
      const isSlow = () => reject(new Error('the reader of this feed is too slow'));
      const slow = setTimeout(isSlow, this.#drainMs);
      const goOn = () => {
        clearTimeout(slow);
        this.#response.off('drain', goOn);
        this.#response.off('close', goOn);
        resolve();
      };
      this.#response.on('drain', goOn);
      this.#response.on('close', goOn);
    });
  }
}
