/**
 * Keeps the text behind a stop: the last steps of each agent in memory, written down when one is stopped.
 *
 * The chain commits to the text's hash, so that the text can be deleted later without breaking anything.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import { toLog, type Log } from '../../base/log.ts';
import type { DerivedEvent } from '../../journal/index.ts';
import type { Store } from '../../store/index.ts';
import type { AgentChain } from '../chain/agent-chain.ts';
import type { Clock } from '../clock.ts';
import { EVIDENCE_STEPS_MAX, EvidenceRing, type EvidenceStep } from './evidence-ring.ts';

/** How much text is kept: none, on a stop, or always. */
export type Capture = 'none' | 'on-stop' | 'all';

/** A step somebody saw. */
export interface Witnessed {
  readonly session: string | null;
  readonly thread: string | null;
  readonly kind: string;
  readonly text: string;
  /** By which the text finds its step in the journal; absent for what is no step. */
  readonly mark?: string;
  /** When it happened; now when absent. */
  readonly at?: number;
}

const AGENTS_MAX = 1_000;
const telling: ReadonlySet<string> = new Set(['kill_switch', 'kill_switch_shadow', 'hold']);

/** The evidence of all agents. */
export class EvidenceKeeper {
  readonly #store: Store;
  readonly #capture: Capture;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #secrets: () => readonly string[];
  readonly #rings = new BoundedMap<string, { readonly ring: EvidenceRing; taken: number }>(
    AGENTS_MAX,
  );

  constructor(
    store: Store,
    capture: Capture,
    clock: Clock,
    log: Log,
    secrets: () => readonly string[] = () => [],
  ) {
    this.#secrets = secrets;
    this.#store = store;
    this.#log = log;
    this.#capture = capture;
    this.#clock = clock;
  }

  take(agent: string, seen: Witnessed): void {
    if (this.#capture === 'none') return;
    const kept = this.#rings.get(agent) ?? { ring: new EvidenceRing(this.#secrets), taken: 0 };
    kept.ring.take({ at: this.#clock.now(), ...seen });
    kept.taken += 1;
    // The agent that was silent longest goes first.
    this.#rings.set(agent, kept);
  }

  /** The last steps of an agent, oldest first, without secrets; none where no text is kept. */
  recent(agent: string): readonly EvidenceStep[] {
    return this.#rings.get(agent)?.ring.steps() ?? [];
  }

  /** Writes down what led to the events of a row, where they tell of a stop. */
  keep(chain: AgentChain, seq: number, events: readonly DerivedEvent[]): void {
    const kept = this.#rings.get(chain.agent);
    if (kept === undefined || kept.taken === 0) return;
    const stop = events.find(({ eventType }) => telling.has(eventType));
    const full = this.#capture === 'all' && kept.taken >= EVIDENCE_STEPS_MAX;
    if (stop === undefined && !full) return;
    kept.taken = 0;
    const { body, hash } = kept.ring.bundle(stop?.reason ?? 'everything is kept');
    const at = this.#clock.now();
    const session = stop?.session ?? null;
    const evidence = { agent: chain.agent, session, seq, at, hash, body };
    // Evidence explains; it never decides. Where it cannot be written, the stop stands all the same. The chain names
    // the text first: one that it does not name, left by a crash in between, would look like a forgery.
    chain
      .note({ hash, of: seq })
      .then(() => this.#store.putEvidence(evidence))
      .catch(toLog(this.#log, 'gate', 'keeping the evidence of a stop', { agent: chain.agent }));
  }
}
