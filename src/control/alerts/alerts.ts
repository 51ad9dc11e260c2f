/**
 * Alerts: from what happened to what a person is told.
 *
 * It reads events from the store after the place it remembers, so none is missed while the server was away, and works
 * beside the gate: whatever goes wrong here changes nothing about a stop.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { errorWords } from '../../base/error-words.ts';
import { toLog, type Log } from '../../base/log.ts';
import type { Gate } from '../../gate/index.ts';
import { checkedEvents, type JournalFollower } from '../../journal/index.ts';
import type { Store } from '../../store/index.ts';
import { Documents } from '../api/documents.ts';
import { StopCourses } from '../stops/stop-courses.ts';
import { AlertBook, type Firing, type Resolving } from './alert-book.ts';
import { AlertConditions } from './alert-conditions.ts';
import { alertsOfEvent } from './alert-events.ts';
import { AlertLinks } from './alert-links.ts';
import {
  channelShape,
  settingsShape,
  type Alert,
  type AlertSettings,
  type Channel,
} from './alert-shapes.ts';
import { Outbox } from './outbox.ts';
import { sendMessage } from './send-message.ts';

const PAGE_EVENTS = 500;
const CONDITIONS_EVERY_MS = 5_000;
const SECRET_BYTES = 32;
const SETTINGS = 'control';

/** What alerts need. */
export interface AlertParts {
  readonly gate: Gate;
  readonly store: Store;
  readonly follower: JournalFollower;
  /** Whether this node sends alerts: of several, one does. Absent where there is only one. */
  readonly isFirst?: () => boolean;
  readonly log: Log;
  /** Hears of the secrets of all channels whenever they change. */
  readonly holdSecrets?: (secrets: readonly string[]) => void;
}

/** The alerts of a server. */
export class Alerts {
  readonly #parts: AlertParts;
  readonly #documents: Documents<Channel>;
  readonly #settingsDocuments: Documents<AlertSettings>;
  readonly #channels = new Map<string, Channel>();
  #forget: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The address of the control plane, for links; known when it listens. */
  #ownUrl = '';
  readonly links: AlertLinks;
  readonly book: AlertBook;
  readonly outbox: Outbox;
  readonly #conditions: AlertConditions;
  /** How far stops have come. */
  readonly stops: StopCourses;
  #settings: AlertSettings = { alert_links: false, dashboard_url: null };
  /** One change of alerts after the other. */
  #work: Promise<void> = Promise.resolve();
  #isOwed = false;

  private constructor(
    parts: AlertParts,
    links: AlertLinks,
    book: AlertBook,
    channels: Map<string, Channel>,
  ) {
    this.#parts = parts;
    this.links = links;
    this.book = book;
    this.#channels = channels;
    this.#documents = new Documents(parts.store, 'alert-channel', channelShape);
    this.#settingsDocuments = new Documents(parts.store, 'control-settings', settingsShape);
    this.stops = new StopCourses(parts.gate, parts.store);
    this.#conditions = new AlertConditions(parts.gate, book, parts.follower, this.stops);
    this.outbox = new Outbox({
      store: parts.store,
      log: parts.log,
      isFirst: () => this.#isFirst(),
      isShared: this.#isShared,
      now: () => parts.gate.clock.now(),
      channels: () => this.#channels,
      tried: (channel, problem) => this.#tried(channel, problem),
      links: (alert) => this.#linksFor(alert),
    });
  }

  static async open(parts: AlertParts): Promise<Alerts> {
    const { store, gate } = parts;
    const documents = new Documents(store, 'alert-channel', channelShape);
    const kept = await documents.all();
    const channels = new Map(kept.map(({ id, value }) => [id, value]));
    const book = await AlertBook.open(store, () => channels);
    const links = await AlertLinks.open(store, () => gate.clock.now());
    const alerts = new Alerts(parts, links, book, channels);
    const known = await alerts.#settingsDocuments.find(SETTINGS);
    if (known !== null) alerts.#settings = known.value;
    alerts.#tellSecrets();
    return alerts;
  }

  /** Whether other nodes send alerts, too. */
  get #isShared(): boolean {
    return this.#parts.isFirst !== undefined;
  }

  /** Reads what happened meanwhile, and from then on whatever happens. */
  start(ownUrl: string): void {
    this.#ownUrl = ownUrl;
    this.#forget = this.#parts.gate.onEvent(() => this.#readSoon());
    this.#timer = setInterval(() => void this.look(), CONDITIONS_EVERY_MS).unref();
    this.#readSoon();
    this.outbox.start();
  }

  /** Reads channels and settings again: another node may have changed them. */
  async reload(): Promise<void> {
    const found = await this.#documents.all();
    this.#channels.clear();
    for (const { id, value } of found) this.#channels.set(id, value);
    const known = await this.#settingsDocuments.find(SETTINGS);
    if (known !== null) this.#settings = known.value;
    this.#tellSecrets();
  }

  get channelCount(): number {
    return [...this.#channels.values()].filter(({ enabled }) => enabled).length;
  }

  get hasChannel(): boolean {
    return this.channelCount > 0;
  }

  get settings(): AlertSettings {
    return this.#settings;
  }

  async changeSettings(change: Partial<AlertSettings>): Promise<void> {
    const next = { ...this.#settings, ...change };
    await this.#settingsDocuments.put(SETTINGS, this.#now(), next);
    this.#settings = next;
  }

  channels(): ReadonlyMap<string, Channel> {
    return this.#channels;
  }

  /** Adds a channel; a webhook without a secret gets one. */
  async addChannel(
    channel: Pick<Channel, 'name' | 'enabled' | 'allow_private' | 'target'>,
  ): Promise<{ readonly id: string; readonly channel: Channel; readonly secret: string | null }> {
    const { target } = channel;
    const needsSecret = target.kind === 'webhook' && target.secret === undefined;
    const secret = needsSecret ? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}` : null;
    const whole: Channel = {
      ...channel,
      target: secret === null || target.kind !== 'webhook' ? target : { ...target, secret },
      created_at: this.#now(),
      last: null,
    };
    const id = randomUUID();
    await this.#putChannel(id, whole);
    return { id, channel: whole, secret };
  }

  async changeChannel(id: string, change: Partial<Channel>): Promise<Channel | null> {
    const next = await this.#changedChannel(id, change);
    if (next !== null) this.outbox.wake();
    return next;
  }

  async removeChannel(id: string): Promise<boolean> {
    if (!this.#channels.delete(id)) return false;
    await this.#documents.remove(id);
    await this.outbox.forget(id);
    return true;
  }

  /** Sends a test right now; null when there is no such channel. */
  async testChannel(id: string): Promise<{ ok: boolean; problem: string | null } | null> {
    const channel = this.#channels.get(id);
    if (channel === undefined) return null;
    const message = {
      id: randomUUID(),
      title: '[Tripwire] Test: this channel works',
      lines: ['Somebody pressed the test button. Nothing happened to any agent.'],
      link: this.#base(),
      alerts: [],
      actions: [],
    };
    const problem = await sendMessage(channel, message, this.#now()).then(
      () => null,
      (error: unknown) => errorWords(error),
    );
    await this.#tried(id, problem);
    return { ok: problem === null, problem };
  }

  list(state: 'open' | 'all' | Alert['state'], limit: number): Promise<readonly Alert[]> {
    return this.book.list(
      (own) => state === 'all' || state === own || (state === 'open' && own !== 'resolved'),
      limit,
    );
  }

  /** Null when there is none of that id, or it is over. */
  acknowledge(id: string, by: string): Promise<Alert | null> {
    return this.#inTurn(async () => {
      const alert = await this.book.acknowledge(id, by, this.#now());
      this.outbox.wake();
      return alert;
    });
  }

  /** Looks at the conditions that no event tells of. */
  look(): Promise<void> {
    if (!this.#isFirst()) return Promise.resolve();
    // Another node may have told of something, or have sent alerts until now.
    this.#readSoon();
    return this.#inTurn(async () => {
      await this.#parts.follower.update();
      await this.book.refresh();
      const { firing, resolving } = await this.#conditions.look();
      await this.#apply(firing, resolving, null);
    }).catch(toLog(this.#parts.log, 'alerts', 'looking at conditions'));
  }

  async close(): Promise<void> {
    this.#forget();
    clearInterval(this.#timer);
    await this.#work;
    await this.outbox.close();
  }

  #isFirst(): boolean {
    return this.#parts.isFirst?.() ?? true;
  }

  /** Reads on from the place that is remembered. Many wishes at once are one. */
  #readSoon(): void {
    if (this.#isOwed || !this.#isFirst()) return;
    this.#isOwed = true;
    void this.#inTurn(async () => {
      this.#isOwed = false;
      await this.#readOn();
    }).catch(toLog(this.#parts.log, 'alerts', 'reading events'));
  }

  async #readOn(): Promise<void> {
    const { store, gate } = this.#parts;
    let after = await this.book.cursor();
    if (after === null) {
      // What happened before anybody asked for alerts is history.
      const [newest] = await store.events({ newestFirst: true, limit: 1 });
      after = newest?.id ?? 0;
      await this.#apply([], [], after);
    }
    for (;;) {
      const events = await store.events({ afterId: after, limit: PAGE_EVENTS });
      if (events.length === 0) return;
      for (const event of await checkedEvents(store, events)) {
        const { firing, resolving } = await alertsOfEvent({ store, gate }, event, this.#parts.log);
        after = event.id;
        // The order matters where one agent is stopped and released within a page.
        if (firing.length + resolving.length > 0) await this.#apply(firing, resolving, after);
      }
      await this.#apply([], [], after);
      if (events.length < PAGE_EVENTS) return;
    }
  }

  async #apply(
    firing: readonly Firing[],
    resolving: readonly Resolving[],
    cursor: number | null,
  ): Promise<void> {
    if (await this.book.apply(firing, resolving, cursor, this.#now())) this.outbox.wake();
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#work.then(work);
    this.#work = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  #linksFor(alert: Alert) {
    const base = this.#base();
    const actions =
      base !== null && this.#settings.alert_links ? this.links.actionsFor(alert, base) : [];
    return { base, actions };
  }

  /** The page about a stop; null where nobody knows where the dashboard is. */
  incidentLink(incident: string): string | null {
    return this.linkTo(`/incidents/${encodeURIComponent(incident)}`);
  }

  /** A page of the dashboard as people reach it; null where nobody knows where that is. */
  linkTo(path: string): string | null {
    const base = this.#base();
    return base === null ? null : `${base}${path}`;
  }

  #base(): string | null {
    const base = this.#settings.dashboard_url ?? this.#ownUrl;
    return base === '' ? null : base.replace(/\/$/, '');
  }

  async #tried(id: string, problem: string | null): Promise<void> {
    await this.#changedChannel(id, { last: { at: this.#now(), ok: problem === null, problem } });
  }

  /** One that was removed on another node meanwhile stays so. */
  async #changedChannel(id: string, change: Partial<Channel>): Promise<Channel | null> {
    const next = await this.#documents.change(id, (known) => ({ ...known, ...change }));
    if (next === null) this.#channels.delete(id);
    else this.#channels.set(id, next);
    this.#tellSecrets();
    return next;
  }

  async #putChannel(id: string, channel: Channel): Promise<void> {
    await this.#documents.put(id, channel.created_at, channel);
    this.#channels.set(id, channel);
    this.#tellSecrets();
  }

  #tellSecrets(): void {
    this.#parts.holdSecrets?.(
      [...this.#channels.values()].flatMap(({ target }) => secretsIn(target)),
    );
  }

  #now(): number {
    return this.#parts.gate.clock.now();
  }
}

/** What of a target must not be told: whoever has it can speak through the channel. */
function secretsIn(target: Channel['target']): readonly string[] {
  switch (target.kind) {
    case 'webhook':
      return [target.url, target.secret ?? ''];
    case 'email':
      return [target.password ?? ''];
    case 'telegram':
      return [target.bot_token];
    case 'pagerduty':
      return [target.routing_key];
    default:
      return [target.url];
  }
}
