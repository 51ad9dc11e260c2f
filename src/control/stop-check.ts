/**
 * Whether the switch can still stop an agent, tried on a schedule and told by `/healthz`.
 *
 * A stop is really made: on a gate of its own with a call under way, whose mark goes to the same disk. It must be
 * refused from then on, and the call must be cut. So nothing of it appears among a person's agents, and yet the code
 * and the disk are those that a real stop would take.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import { withDeadline } from '../base/node/deadline.ts';
import type { Gate } from '../gate/index.ts';
import type { Store } from '../store/index.ts';

/** What the last try said. */
export interface StopCheckView {
  readonly ok: boolean;
  /** A stop would be in force at once, and survive a crash. */
  readonly can_stop: boolean;
  /** The journal takes it. */
  readonly can_record: boolean;
  /** Null before the first try. */
  readonly checked_at: number | null;
}

/** On what a stop is tried. */
export interface StopTrial {
  /** Where the marks of real stops lie; null keeps the tried one in memory. */
  readonly folder: string | null;
  /** Opens a gate of its own whose marks go to this folder. */
  readonly openGate: (marksFolder: string | null) => Promise<Gate>;
  /** Why this process lets nothing through although it runs; null when it does. Nobody asks when absent. */
  readonly servingProblem?: () => string | null;
}

/** What is tried. */
export interface StopCheckParts extends StopTrial {
  readonly store: Store;
  readonly now: () => number;
  readonly log?: Log;
}

const EVERY_MS = 60_000;
const PATIENCE_MS = 5_000;
const AGENT = 'self-check';

/** Tries whether a stop would work. */
export class StopCheck {
  readonly #parts: StopCheckParts;
  #timer: NodeJS.Timeout | undefined;
  #last: StopCheckView = { ok: true, can_stop: true, can_record: true, checked_at: null };
  #running: Promise<StopCheckView> | null = null;

  constructor(parts: StopCheckParts) {
    this.#parts = parts;
  }

  /** Tries now and then every minute. */
  start(): void {
    void this.check();
    this.#timer = setInterval(() => void this.check(), EVERY_MS).unref();
  }

  /** For `/healthz`: 503 when an agent could not be stopped, or nothing passes here. The first try is waited for. */
  async answer(): Promise<{ readonly status: number; readonly body: StopCheckView }> {
    if (this.#last.checked_at === null) await (this.#running ?? this.check());
    const isServing = this.#servingProblem() === null;
    return { status: this.#last.can_stop && isServing ? 200 : 503, body: this.last };
  }

  /** What the last try said; that nothing can be recorded any more is known before the next. */
  get last(): StopCheckView {
    if (this.#servingProblem() === null) return this.#last;
    return { ...this.#last, ok: false, can_record: false };
  }

  #servingProblem(): string | null {
    return this.#parts.servingProblem?.() ?? null;
  }

  /** Tries at once. */
  check(): Promise<StopCheckView> {
    this.#running = this.#try();
    return this.#running;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #try(): Promise<StopCheckView> {
    const { now } = this.#parts;
    const [canStop, canRecord] = await Promise.all([
      this.#within('trying to stop an agent', this.#stops()),
      this.#within('trying to record', this.#records()),
    ]);
    const ok = canStop && canRecord;
    this.#last = { ok, can_stop: canStop, can_record: canRecord, checked_at: now() };
    return this.#last;
  }

  async #stops(): Promise<boolean> {
    const { openGate, folder } = this.#parts;
    const marksFolder = folder === null ? null : mkdtempSync(join(folder, 'check-'));
    const gate = await openGate(marksFolder);
    try {
      const ask = { agent: AGENT, purpose: 'step', estimateTokens: 1, waitMs: 0 } as const;
      const first = await gate.admit(ask);
      if (!first.allowed) return false;
      const act = {
        agent: AGENT,
        action: 'deactivate',
        by: 'tripwire',
        why: 'self-check',
      } as const;
      const { marked } = await gate.operate(act);
      const after = await gate.admit(ask);
      return first.call.signal.aborted && !after.allowed && marked;
    } finally {
      gate.close();
      if (marksFolder !== null) rmSync(marksFolder, { recursive: true, force: true });
    }
  }

  async #records(): Promise<boolean> {
    const { store, now } = this.#parts;
    const document = { kind: 'self-check', id: 'last', at: now(), body: '{}' };
    await store.changeDocuments({ put: [document] });
    return true;
  }

  /** False when it fails or takes too long. */
  #within(doing: string, work: Promise<boolean>): Promise<boolean> {
    const failed = (error: unknown) => {
      this.#parts.log?.error('control', `the self-check, ${doing}`, error);
      return false;
    };
    const tooLate = () => failed(new Error(`it took longer than ${PATIENCE_MS} ms`));
    return withDeadline(work.catch(failed), PATIENCE_MS, tooLate);
  }
}
