/**
 * A data folder in which agents lived under audit, in a time that the test moves: real gate, real journal, real files.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenCall } from '../../src/core/gate-port.ts';
import type { Gate } from '../../src/gate/index.ts';
import { AuditKeeper } from '../../src/server/audit/keeper.ts';
import { openSqliteStore, type Store } from '../../src/store/index.ts';
import { testGate } from '../kit/test-gate.ts';

const STEP_MS = 3_000;

/** One data folder and the time in it. */
export class AuditedLife {
  readonly data: string;
  /** What the machine's clock says; a test may turn it. */
  wallMs: number;
  #monotonicMs = 0;
  #gate: Gate | null = null;
  #store: Store | null = null;
  #keeper: AuditKeeper | null = null;
  #turn = 0;

  readonly #open: () => Promise<Store>;

  /** `open` opens the journal each time Tripwire starts; a file in the folder when absent. */
  constructor(data: string, wallMs: number, open?: () => Promise<Store>) {
    this.data = data;
    this.#open = open ?? (() => openSqliteStore({ file: join(data, 'journal.db') }));
    this.wallMs = wallMs;
    mkdirSync(data, { recursive: true, mode: 0o700 });
  }

  get gate(): Gate {
    if (this.#gate === null) throw new Error('Tripwire does not run');
    return this.#gate;
  }

  get keeper(): AuditKeeper {
    if (this.#keeper === null) throw new Error('Tripwire does not run');
    return this.#keeper;
  }

  async start(): Promise<void> {
    const store = await this.#open();
    const gate = await testGate({
      store,
      time: { wallMs: () => this.wallMs, monotonicMs: () => this.#monotonicMs },
    });
    const opened = await AuditKeeper.open(store, join(this.data, 'audit'), {
      nowMs: gate.clock.now(),
      wallMs: this.wallMs,
    });
    gate.clock.catchUp(opened.startedMs);
    [this.#store, this.#gate, this.#keeper] = [store, gate, opened.keeper];
  }

  /** The agent makes calls, `each` milliseconds apart, and the keeper is told the time every step. */
  async work(agent: string, calls: number, each: number): Promise<void> {
    for (let call = 0; call < calls; call += 1) {
      this.#turn += 1;
      const asked = { agent, purpose: 'step', estimateTokens: 10, waitMs: 0 } as const;
      const admission = await this.gate.admit(asked);
      if (admission.allowed) {
        const response = { toolCalls: 1, outputLength: 5, outputHash: `turn ${this.#turn}` };
        const end = {
          status: 'SUCCESS',
          latencyMs: 3,
          tokens: 20,
          cachedTokens: 0,
          costMicroUsd: 400,
          response,
        } as const;
        await admission.call.finish(end);
      }
      await this.pass(each);
    }
  }

  /** A call of a session is let through; the answer never comes, unless the test gives one. */
  async begin(agent: string, session: string): Promise<OpenCall> {
    const asked = { agent, session, purpose: 'step', estimateTokens: 10, waitMs: 0 } as const;
    const admission = await this.gate.admit(asked);
    if (!admission.allowed) throw new Error(`refused: ${admission.refusal.reason}`);
    return admission.call;
  }

  /** Time passes while Tripwire runs. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      const passed = Math.min(left, STEP_MS);
      this.#monotonicMs += passed;
      this.wallMs += passed;
      const times = { nowMs: this.gate.clock.now(), wallMs: this.wallMs };
      await this.keeper.tick(times, { byDefault: true, named: {} });
    }
  }

  /** Hours pass in one go, and the agents rest. */
  async rest(ms: number): Promise<void> {
    const leap = Math.max(0, ms - STEP_MS);
    this.#monotonicMs += leap;
    this.wallMs += leap;
    await this.pass(Math.min(ms, STEP_MS));
  }

  /** Tripwire ends as it should. */
  async end(): Promise<void> {
    const now = this.gate.clock.now();
    this.gate.close();
    await this.keeper.close(now);
    await this.#store?.close();
    this.#gate = null;
  }

  /** Tripwire is gone from one moment to the next: nobody says good-bye to the audit. */
  async vanish(): Promise<void> {
    this.gate.close();
    await this.#store?.close();
    this.#gate = null;
  }
}
