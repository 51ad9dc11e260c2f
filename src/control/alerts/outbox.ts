/**
 * Delivers what is owed: from the store, so that nothing is lost when the server ends, and each channel on its own, so
 * that one that hangs delays no other.
 *
 * Nobody waits for it. A stop was in force long before its alert stands here.
 */
import { randomUUID } from 'node:crypto';
import { errorWords } from '../../base/error-words.ts';
import { toLog, type Log } from '../../base/log.ts';
import type { Store } from '../../store/index.ts';
import { Documents, type Kept } from '../api/documents.ts';
import { TargetRefused } from './address-guard.ts';
import { deliveryShape, type Alert, type Channel, type Delivery } from './alert-shapes.ts';
import { alertMessage, digestMessage, type Message } from './alert-texts.ts';
import { sendMessage } from './send-message.ts';

/** Waits before the next tries; after the last one it is given up. */
const RETRY_AFTER_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 10_800_000];
/** So many single messages within a minute; what comes beyond is told together. */
const SINGLE_MAX = 5;
const STORM_MS = 60_000;
const DIGEST_MAX = 500;
const DONE_KEPT_MAX = 1_000;
const LOOK_EVERY_MS = 1_000;
/** Longer than any channel takes to answer. */
const CLAIM_MS = 60_000;
const PROBLEM_LENGTH_MAX = 300;

export type DeliveryState = 'pending' | 'delivered' | 'dead';

/** What the outbox works with. */
export interface OutboxParts {
  readonly store: Store;
  readonly log: Log;
  /** Whether this node sends: of several, one does. */
  readonly isFirst: () => boolean;
  /** Whether another node may send at the same time, because it took over while this one stood still. */
  readonly isShared: boolean;
  readonly now: () => number;
  readonly channels: () => ReadonlyMap<string, Channel>;
  /** Remembers how the last delivery went. */
  readonly tried: (channel: string, problem: string | null) => Promise<void>;
  /** The links of a message: the dashboard, and acts where they are on. */
  readonly links: (alert: Alert) => {
    readonly base: string | null;
    readonly actions: Message['actions'];
  };
}

/** The deliveries of a server. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #kinds: Readonly<Record<DeliveryState, Documents<Delivery>>>;
  readonly #busy = new Map<string, Promise<void>>();
  /** When single messages went to a channel lately. */
  readonly #singles = new Map<string, number[]>();
  /** When many were told together to a channel. */
  readonly #digested = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #again = false;
  #closed = false;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    const kind = (name: string) => new Documents(parts.store, name, deliveryShape);
    this.#kinds = {
      pending: kind('delivery'),
      delivered: kind('delivery-done'),
      dead: kind('delivery-dead'),
    };
  }

  /** Looks now and from then on. */
  start(): void {
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY_MS).unref();
    this.wake();
  }

  /** Looks for what is due. */
  wake(): void {
    if (!this.#parts.isFirst()) return;
    if (this.#looking || this.#closed) {
      this.#again = true;
      return;
    }
    this.#looking = true;
    void this.#look()
      // The store may be away for a while; the next look comes by itself.
      .catch(toLog(this.#parts.log, 'alerts', 'looking for messages that are due'))
      .finally(() => {
        this.#looking = false;
        if (this.#again && !this.#closed) {
          this.#again = false;
          this.wake();
        }
      });
  }

  list(state: DeliveryState, limit: number): Promise<readonly Kept<Delivery>[]> {
    return this.#kinds[state].all({ newestFirst: true, limit });
  }

  /** Tries one that was given up again; null when there is none. */
  async retry(id: string): Promise<Kept<Delivery> | null> {
    const found = await this.#kinds.dead.find(id);
    if (found === null) return null;
    const now = this.#parts.now();
    const value = { ...found.value, attempts: 0 };
    const again = this.#kinds.pending.document(id, now, value);
    await this.#parts.store.changeDocuments({
      put: [again],
      remove: [{ kind: 'delivery-dead', id }],
    });
    this.wake();
    return { ...again, value };
  }

  /** Forgets what waits for a channel. */
  async forget(channel: string): Promise<void> {
    const waiting = await this.#kinds.pending.all();
    const remove = waiting
      .filter(({ value }) => value.channel === channel)
      .map(({ id }) => ({ kind: 'delivery', id }));
    await this.#parts.store.changeDocuments({ remove });
  }

  /** Waits for what is being sent right now. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await Promise.allSettled(this.#busy.values());
  }

  async #look(): Promise<void> {
    const now = this.#parts.now();
    const due = await this.#kinds.pending.all({ until: now });
    const byChannel = Map.groupBy(due, ({ value }) => value.channel);
    for (const [id, waiting] of byChannel) {
      if (this.#busy.has(id)) continue;
      const channel = this.#parts.channels().get(id);
      if (channel === undefined) {
        await this.forget(id);
        continue;
      }
      if (!channel.enabled) continue;
      const work = this.#deliver(id, channel, waiting)
        .catch(toLog(this.#parts.log, 'alerts', `delivering to the channel ${channel.name}`))
        .finally(() => this.#busy.delete(id));
      this.#busy.set(id, work);
    }
  }

  /** One message after the other; in a storm one for all that waits. */
  async #deliver(id: string, channel: Channel, waiting: readonly Kept<Delivery>[]): Promise<void> {
    let rest = waiting;
    while (rest.length > 0 && !this.#closed) {
      const now = this.#parts.now();
      const singles = (this.#singles.get(id) ?? []).filter((at) => now - at < STORM_MS);
      const isStorm = rest.length > SINGLE_MAX || singles.length >= SINGLE_MAX;
      // In a storm one message a minute, with all that came together in it.
      if (isStorm && now - (this.#digested.get(id) ?? -Infinity) < STORM_MS) return;
      const group = rest.slice(0, isStorm ? DIGEST_MAX : 1);
      rest = rest.slice(group.length);
      if (!(await this.#send(id, channel, group))) return;
      this.#singles.set(id, isStorm ? singles : [...singles, now]);
      if (isStorm) this.#digested.set(id, now);
    }
  }

  async #send(id: string, channel: Channel, group: readonly Kept<Delivery>[]): Promise<boolean> {
    const [first] = group;
    if (first === undefined) return true;
    const { base, actions } = this.#parts.links(first.value.alert);
    const message =
      group.length === 1
        ? alertMessage(first.id, first.value.alert, base, actions)
        : digestMessage(
            first.id,
            group.map(({ value }) => value.alert),
            base,
          );
    // Somebody else sends it, or has.
    if (!(await this.#claimed(group))) return true;
    try {
      await sendMessage(channel, message, this.#parts.now());
    } catch (error) {
      const words = errorWords(error);
      const problem = words.slice(0, PROBLEM_LENGTH_MAX);
      await this.#failed(group, problem, error instanceof TargetRefused);
      await this.#parts.tried(id, problem);
      return false;
    }
    await this.#delivered(group);
    await this.#parts.tried(id, null);
    return true;
  }

  /** Of several nodes one sends a message. One that dies while it sends leaves it to the others after a while. */
  async #claimed(group: readonly Kept<Delivery>[]): Promise<boolean> {
    if (!this.#parts.isShared) return true;
    const until = this.#parts.now() + CLAIM_MS;
    const claim = randomUUID();
    return this.#parts.store.changeDocuments({
      put: group.map(({ id, value }) =>
        this.#kinds.pending.document(id, until, { ...value, claim }),
      ),
      expect: group.map((one) => this.#kinds.pending.known(one.id, one)),
    });
  }

  async #delivered(group: readonly Kept<Delivery>[]): Promise<void> {
    const now = this.#parts.now();
    const old = await this.#kinds.delivered.all({ newestFirst: true });
    await this.#parts.store.changeDocuments({
      put: group.map(({ id, value }) => {
        const done = { ...value, attempts: value.attempts + 1, delivered_at: now, problem: null };
        return this.#kinds.delivered.document(id, now, done);
      }),
      remove: [
        ...group.map(({ id }) => ({ kind: 'delivery', id })),
        ...old.slice(DONE_KEPT_MAX).map(({ id }) => ({ kind: 'delivery-done', id })),
      ],
    });
  }

  async #failed(
    group: readonly Kept<Delivery>[],
    problem: string,
    isFinal: boolean,
  ): Promise<void> {
    const now = this.#parts.now();
    const changes = group.map(({ id, value }) => {
      const attempts = value.attempts + 1;
      const waitMs = isFinal ? undefined : RETRY_AFTER_MS[attempts - 1];
      const next = { ...value, attempts, problem };
      if (waitMs === undefined) {
        return {
          put: this.#kinds.dead.document(id, now, next),
          remove: [{ kind: 'delivery', id }],
        };
      }
      return { put: this.#kinds.pending.document(id, now + waitMs, next), remove: [] };
    });
    await this.#parts.store.changeDocuments({
      put: changes.map(({ put }) => put),
      remove: changes.flatMap(({ remove }) => remove),
    });
  }
}
