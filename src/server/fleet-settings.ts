/**
 * What people change for all agents on one node of a fleet, brought to all nodes.
 *
 * The node that takes the change applies it to the agents that are there, by their journals. The others take it over for
 * agents to come and for what only one node does, and write it into their own files, so that it outlives a restart. A node
 * that was away takes over what it missed; which change it took last is in its data folder, because a person may edit its
 * file later.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../base/json-text.ts';
import { isObject } from '../base/json-values.ts';
import type { Log } from '../base/log.ts';
import { writeWhole } from '../base/node/whole-file.ts';
import {
  changedConfig,
  keepKillSwitch,
  keepSettingsChange,
  type SettingsChange,
} from '../config/index.ts';
import type { SwitchForAll } from '../control/index.ts';
import type { Store } from '../store/index.ts';
import { keepSettings } from './settings.ts';
import type { LiveConfig } from './setup.ts';

/** All that was changed so far, the last of each setting. */
interface Shared {
  readonly number: number;
  readonly change: SettingsChange;
  readonly killSwitch?: SwitchForAll;
}

const KIND = 'control-settings';
const ID = 'for-all';
const TRIES_MAX = 20;
const OWNER_ONLY = 0o600;

/** The settings that nodes share. */
export class FleetSettings {
  readonly #store: Pick<Store, 'documents' | 'changeDocuments'>;
  readonly #live: LiveConfig;
  readonly #now: () => number;
  readonly #log: Log;

  constructor(
    store: Pick<Store, 'documents' | 'changeDocuments'>,
    live: LiveConfig,
    now: () => number,
    log: Log,
  ) {
    this.#store = store;
    this.#live = live;
    this.#now = now;
    this.#log = log;
  }

  /** Tells all nodes of a change; resolves when each has it, or will find it when it is back. */
  async tell(part: Partial<Omit<Shared, 'number'>>): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const [found] = await this.#store.documents({ kind: KIND, id: ID, limit: 1 });
      const known = sharedOf(found?.body ?? null);
      const next: Shared = {
        ...known,
        ...part,
        change: { ...known.change, ...part.change },
        number: known.number + 1,
      };
      const isTold = await this.#store.changeDocuments({
        put: [{ kind: KIND, id: ID, at: this.#now(), body: JSON.stringify(next) }],
        expect: [{ kind: KIND, id: ID, body: found?.body ?? null }],
      });
      if (isTold) return;
    }
    throw new Error('other nodes change settings all the time: try it again');
  }

  /** Takes over what was changed on other nodes since this one last did. */
  async hear(): Promise<void> {
    const [found] = await this.#store.documents({ kind: KIND, id: ID, limit: 1 });
    const { number, change, killSwitch } = sharedOf(found?.body ?? null);
    const { config } = this.#live;
    if (number <= lastHeard(config.data)) return;
    this.#live.config = {
      ...changedConfig(config, change),
      killSwitch: { ...config.killSwitch, ...killSwitch },
    };
    try {
      keepSettingsChange(config, change);
      if (killSwitch !== undefined) keepKillSwitch(config, killSwitch);
      keepSettings(config.data, this.#live.config);
      const text = `${JSON.stringify({ number })}\n`;
      writeWhole(fileIn(config.data), text, { mode: OWNER_ONLY });
    } catch (error) {
      // It is in force, and taken over again at the next start.
      this.#log.warn('server', 'keeping settings that were changed on another node', error);
    }
  }
}

function sharedOf(body: string | null): Shared {
  const value = body === null ? null : parseJson(body);
  if (!isObject(value) || typeof value['number'] !== 'number') return { number: 0, change: {} };
  return value as unknown as Shared;
}

function lastHeard(dataDir: string): number {
  try {
    const value = parseJson(readFileSync(fileIn(dataDir), 'utf8'));
    const number = isObject(value) ? value['number'] : 0;
    return typeof number === 'number' ? number : 0;
  } catch {
    return 0;
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'fleet-settings.json');
}
