/**
 * Alerts as states: firing, acknowledged, resolved. Each change is told once, whatever happens in between.
 *
 * An alert, its deliveries and the place up to which events were read are written together. So a server that is killed
 * has told neither half of it nor anything twice. Where several nodes share the alerts, each change is made on what is
 * kept at that moment, or not at all: a number that every change moves on says whether somebody else was faster.
 */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { present } from '../../base/present.ts';
import type { Store, StoredDocument } from '../../store/index.ts';
import { Documents, type Kept } from '../api/documents.ts';
import { settingOf } from './alert-rules.ts';
import {
  alertShape,
  cursorShape,
  deliveryShape,
  ruleShape,
  type Alert,
  type Channel,
  type RuleName,
  type RuleSetting,
} from './alert-shapes.ts';

/** An alert that is to fire. */
export interface Firing {
  readonly rule: RuleName;
  readonly agent: string;
  readonly session: string | null;
  /** What makes it another alert than the one before: the row it comes from, or a time. */
  readonly mark: number;
  readonly at: number;
  readonly what: string;
  readonly numbers: string;
  readonly cost: string;
  readonly incident: string | null;
  readonly how_to_resume: string;
  /** Apart from others of the same rule and agent: the target of an approval. */
  readonly about?: string;
}

/** An alert that is over. */
export interface Resolving {
  readonly rule: RuleName;
  readonly agent: string;
  readonly session: string | null;
  readonly at: number;
  readonly about?: string;
  /** How it ended, given what it was about. */
  readonly how: (was: string) => string;
}

/** Those that are over and older than so many others are forgotten at the next start. */
const ALERTS_KEPT_MAX = 2_000;
const CURSOR = 'events';
const REVISION = 'revision';
/** Who loses so often to other nodes stops trying. */
const TRIES_MAX = 20;

const openShape = z.object({ ...alertShape.shape, key: z.string() });
type OpenAlert = z.output<typeof openShape>;

/** What is written, and what holds once it is. */
interface Changing<Value> {
  readonly put: readonly StoredDocument[];
  readonly done: () => Value;
}

/** The alerts of a server. One change at a time. */
export class AlertBook {
  readonly #store: Store;
  readonly #alerts: Documents<OpenAlert>;
  readonly #deliveries: Documents<z.output<typeof deliveryShape>>;
  readonly #cursors: Documents<z.output<typeof cursorShape>>;
  readonly #ruleDocuments: Documents<RuleSetting>;
  readonly #channels: () => ReadonlyMap<string, Channel>;
  readonly #rules = new Map<RuleName, RuleSetting>();
  /** By rule, agent and session. */
  readonly #open = new Map<string, OpenAlert>();
  /** Which change is the last that this process knows; undefined before it read any. */
  #revision: Kept<z.output<typeof cursorShape>> | null | undefined;

  private constructor(store: Store, channels: () => ReadonlyMap<string, Channel>) {
    this.#store = store;
    this.#channels = channels;
    this.#alerts = new Documents(store, 'alert', openShape);
    this.#deliveries = new Documents(store, 'delivery', deliveryShape);
    this.#cursors = new Documents(store, 'alert-cursor', cursorShape);
    this.#ruleDocuments = new Documents(store, 'alert-rule', ruleShape);
  }

  static async open(
    store: Store,
    channels: () => ReadonlyMap<string, Channel>,
  ): Promise<AlertBook> {
    const book = new AlertBook(store, channels);
    const kept = await book.#load();
    const old = kept.slice(ALERTS_KEPT_MAX).filter(({ value }) => value.state === 'resolved');
    if (old.length > 0) {
      await store.changeDocuments({ remove: old.map(({ id }) => ({ kind: 'alert', id })) });
    }
    return book;
  }

  /** Reads what another node changed, if one did. */
  async refresh(): Promise<void> {
    const found = await this.#cursors.find(REVISION);
    if (this.#revision === undefined || found?.body !== this.#revision?.body) await this.#load();
  }

  /** The number first: what is changed after it was read is found out when something is written. */
  async #load(): Promise<readonly Kept<OpenAlert>[]> {
    const revision = await this.#cursors.find(REVISION);
    const rules = await this.#ruleDocuments.all();
    const kept = await this.#alerts.all({ newestFirst: true });
    this.#revision = revision;
    this.#rules.clear();
    for (const { id, value } of rules) this.#rules.set(id as RuleName, value);
    this.#open.clear();
    for (const { value } of kept) {
      const isOpen = value.state !== 'resolved';
      if (isOpen && !this.#open.has(value.key)) this.#open.set(value.key, value);
    }
    return kept;
  }

  rule(rule: RuleName): RuleSetting {
    return settingOf(rule, this.#rules);
  }

  async changeRule(rule: RuleName, at: number, setting: RuleSetting): Promise<void> {
    await this.#change(() => {
      const put = [this.#ruleDocuments.document(rule, at, setting)];
      return { put, done: () => this.#rules.set(rule, setting) };
    });
  }

  /** Up to which event alerts were made; null before the first time. */
  async cursor(): Promise<number | null> {
    return (await this.#cursors.find(CURSOR))?.value.after ?? null;
  }

  /** Fires and resolves, and moves on to an event; all of it or nothing. True when there is something to deliver. */
  async apply(
    firing: readonly Firing[],
    resolving: readonly Resolving[],
    cursor: number | null,
    now: number,
  ): Promise<boolean> {
    if (firing.length + resolving.length === 0) {
      if (cursor !== null) await this.#cursors.put(CURSOR, now, { after: cursor });
      return false;
    }
    const deliveries = await this.#change(() => this.#applied(firing, resolving, cursor, now));
    return deliveries > 0;
  }

  async #applied(
    firing: readonly Firing[],
    resolving: readonly Resolving[],
    cursor: number | null,
    now: number,
  ): Promise<Changing<number>> {
    const changed = new Map<string, OpenAlert>();
    const told: OpenAlert[] = [];
    const known = (key: string) => changed.get(key) ?? this.#open.get(key);
    for (const one of firing) {
      const key = keyOf(one);
      const standing = known(key);
      if (
        !this.rule(one.rule).enabled ||
        (standing !== undefined && standing.state !== 'resolved')
      ) {
        continue;
      }
      const alert = await this.#firing(key, one);
      if (alert === null) continue;
      changed.set(key, alert);
      told.push(alert);
    }
    for (const { at, how, ...one } of resolving) {
      const key = keyOf(one);
      const standing = known(key);
      if (standing === undefined || standing.state === 'resolved') continue;
      const numbers = how(standing.numbers);
      const over: OpenAlert = { ...standing, state: 'resolved', changed_at: at, numbers };
      changed.set(key, over);
      told.push(over);
    }
    const deliveries = told.flatMap((alert) => this.#deliveriesOf(alert, now));
    const put: StoredDocument[] = [
      ...[...new Map(told.map((alert) => [alert.id, alert])).values()].map((alert) =>
        this.#alerts.document(alert.id, alert.fired_at, alert),
      ),
      ...deliveries,
      ...(cursor === null ? [] : [this.#cursors.document(CURSOR, now, { after: cursor })]),
    ];
    const done = () => {
      for (const [key, alert] of changed) {
        if (alert.state === 'resolved') this.#open.delete(key);
        else this.#open.set(key, alert);
      }
      return deliveries.length;
    };
    return { put, done };
  }

  /** Somebody has seen an alert; null when there is none of that id, or it is over. */
  async acknowledge(id: string, by: string, now: number): Promise<Alert | null> {
    return this.#change<Alert | null>(() => {
      const found = [...this.#open].find(([, alert]) => alert.id === id);
      if (found === undefined) return { put: [], done: () => null };
      const [key, alert] = found;
      if (alert.state === 'acknowledged') return { put: [], done: () => shown(alert) };
      const seen: OpenAlert = {
        ...alert,
        state: 'acknowledged',
        changed_at: now,
        acknowledged_by: by,
      };
      const document = this.#alerts.document(id, alert.fired_at, seen);
      const done = () => {
        this.#open.set(key, seen);
        return shown(seen);
      };
      return { put: [document, ...this.#deliveriesOf(seen, now)], done };
    });
  }

  /** The newest first. */
  async list(states: (state: Alert['state']) => boolean, limit: number): Promise<readonly Alert[]> {
    await this.refresh();
    const all = states('resolved') ? await this.#kept() : this.#standing();
    return all
      .map(shown)
      .filter(({ state }) => states(state))
      .slice(0, limit);
  }

  /** Whether an alert of this rule stands on an agent. */
  stands(rule: RuleName, agent: string): boolean {
    return this.#open.has(keyOf({ rule, agent, session: null }));
  }

  /** What the alerts of a rule that stand on an agent are about, each apart. */
  abouts(rule: RuleName, agent: string): readonly string[] {
    return [...this.#open.values()].flatMap((alert) =>
      alert.rule === rule && alert.agent === agent ? (alert.target ?? []) : [],
    );
  }

  /** Those that are not over, the newest first. */
  #standing(): readonly OpenAlert[] {
    return [...this.#open.values()].toSorted(
      (one, other) => other.fired_at - one.fired_at || (one.id < other.id ? 1 : -1),
    );
  }

  async #kept(): Promise<readonly OpenAlert[]> {
    return (await this.#alerts.all({ newestFirst: true })).map(({ value }) => value);
  }

  async #firing(key: string, one: Firing): Promise<OpenAlert | null> {
    const { mark, at, about, ...fields } = one;
    const id = createHash('sha256').update(`${key}\n${mark}`).digest('hex').slice(0, 24);
    // Events that were made anew tell of the same stop a second time.
    if ((await this.#alerts.find(id)) !== null) return null;
    return {
      id,
      key,
      ...fields,
      ...present({ target: about }),
      state: 'firing',
      fired_at: at,
      changed_at: at,
      acknowledged_by: null,
    };
  }

  #deliveriesOf(alert: OpenAlert, now: number): readonly StoredDocument[] {
    const { channels } = this.rule(alert.rule);
    return [...this.#channels()]
      .filter(([id, { enabled }]) => enabled && (channels === null || channels.includes(id)))
      .map(([channel]) =>
        this.#deliveries.document(randomUUID(), now, {
          channel,
          alert: shown(alert),
          attempts: 0,
          created_at: now,
          delivered_at: null,
          problem: null,
        }),
      );
  }

  /** Makes a change on what is kept now; where another node was faster, it is made anew on what that one left. */
  async #change<Value>(make: () => Changing<Value> | Promise<Changing<Value>>): Promise<Value> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      await this.refresh();
      const { put, done } = await make();
      if (put.length === 0) return done();
      const known = this.#revision ?? null;
      const value = { after: (known?.value.after ?? 0) + 1 };
      const revision = this.#cursors.document(REVISION, 0, value);
      const expect = [this.#cursors.known(REVISION, known)];
      if (await this.#store.changeDocuments({ put: [...put, revision], expect })) {
        this.#revision = { ...revision, value };
        return done();
      }
    }
    throw new Error('other nodes change the alerts all the time: try it again');
  }
}

function shown(alert: OpenAlert): Alert {
  const { key: _, ...rest } = alert;
  return rest;
}

function keyOf({ rule, agent, session, about = '' }: Omit<Resolving, 'at' | 'how'>): string {
  return JSON.stringify([rule, agent, session, about]);
}
