/**
 * The calls that quotas have counted, in a file: a client starts its servers anew as often as it likes, and an agent can
 * make it do so, which must not begin a quota anew.
 *
 * A line a call, only ever added to, so that several processes of one agent can share the file. There is a file for each
 * day; a quota without a time counts over the day.
 */
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf } from '../../base/json-values.ts';
import { textIfThere } from '../../base/node/file-text.ts';
import type { QuotaLedger } from '../../guardrails/index.ts';

const DAY_MS = 86_400_000;
const DAYS_KEPT = 2;

/** One line. */
interface Counted {
  readonly id: string;
  readonly at: number;
}

/** The counted calls of an agent. */
export class QuotaFile implements QuotaLedger {
  readonly #folder: string;
  readonly #agent: string;

  constructor(folder: string, agent: string) {
    this.#folder = folder;
    // Names of agents may differ only in case, and files may not.
    this.#agent = createHash('sha256').update(agent).digest('hex').slice(0, 32);
  }

  times(quota: string, now: number): readonly number[] {
    return this.#read(quota, now).map(({ at }) => at);
  }

  add(quota: string, now: number): readonly number[] {
    const id = randomUUID();
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const line = `${JSON.stringify({ quota, id, at: now })}\n`;
    appendFileSync(this.#file(dayOf(now)), line, { mode: 0o600, flush: true });
    this.#forget(dayOf(now) - DAYS_KEPT);
    const all = this.#read(quota, now);
    // What another process wrote after this line is that one's to judge.
    return all.slice(0, all.findIndex((one) => one.id === id) + 1).map(({ at }) => at);
  }

  #read(quota: string, now: number): readonly Counted[] {
    const days = [dayOf(now) - 1, dayOf(now)];
    return days.flatMap((day) =>
      (textIfThere(this.#file(day)) ?? '').split('\n').flatMap((line) => {
        const { quota: name, id, at } = fieldsOf(parseJson(line));
        return name === quota && typeof id === 'string' && typeof at === 'number'
          ? [{ id, at }]
          : [];
      }),
    );
  }

  #forget(before: number): void {
    for (const name of readdirSync(this.#folder)) {
      const [, agent, day] = /^([0-9a-f]{32})-(\d+)\.jsonl$/.exec(name) ?? [];
      if (agent === this.#agent && Number(day) < before) rmSync(join(this.#folder, name));
    }
  }

  #file(day: number): string {
    return join(this.#folder, `${this.#agent}-${day}.jsonl`);
  }
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
