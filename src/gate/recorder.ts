/**
 * Records what happens and lets happen what follows from it. The gate's lowest layer: it owns the chains of all
 * agents, wakes them, recovers them, keeps evidence and tells who listens. It decides nothing about who may pass.
 *
 * Two kinds of listeners, because they need different things. What must act at once (a cut, a hold that binds now) hears
 * of a record when it was judged; what only reports hears of it when it is durable.
 */
import { errorWords } from '../base/error-words.ts';
import { EVERYBODY } from '../base/everybody.ts';
import { NO_LOG, type Log } from '../base/log.ts';
import { present } from '../base/present.ts';
import { storableText } from '../base/storable-text.ts';
import type { AgentRecord, EnvelopeChange, GateRefusal, OperatorRecord } from '../core/index.ts';
import type { FoldedRow } from '../journal/index.ts';
import type { AgentHead } from '../store/index.ts';
import type { AgentChain, Submitted, Submitting } from './chain/agent-chain.ts';
import { AgentChains } from './chain/agent-chains.ts';
import type { Outcome } from './chain/chain-judging.ts';
import { Clock } from './clock.ts';
import { EvidenceKeeper, type Witnessed } from './evidence/evidence-keeper.ts';
import type { EvidenceStep } from './evidence/evidence-ring.ts';
import type { GateEvent, GateParts, ReasonedAct } from './gate-parts.ts';
import { unavailableRefusal, unknownRefusal, whomOf } from './refusal-words.ts';
import { Wakes } from './wakes.ts';

/** A record that was judged and is on its way to the disk. */
export interface Judged {
  readonly chain: AgentChain;
  readonly record: AgentRecord;
  readonly outcome: Outcome;
}

/** The chain of an agent that may ask, or why it may not. */
export type Entered =
  | { readonly kind: 'entered'; readonly chain: AgentChain }
  | { readonly kind: 'refused'; readonly refusal: GateRefusal };

const RECOVERY_MS = 500;

/** The records of all agents. */
export class Recorder {
  readonly clock: Clock;
  readonly log: Log;
  readonly chains: AgentChains;
  /** What binds all agents is recorded here. */
  readonly everybody: AgentChain;
  readonly #parts: GateParts;
  readonly #wakes: Wakes;
  readonly #evidence: EvidenceKeeper;
  readonly #judged = new Set<(judged: Judged) => void>();
  readonly #missed = new Set<(chain: AgentChain, missed: readonly FoldedRow[]) => void>();
  readonly #durable = new Set<(event: GateEvent) => void>();
  readonly #written = new Set<(agent: string) => void>();
  readonly #witnesses = new Set<(agent: string, seen: Witnessed) => void>();
  readonly #recovering = new Set<AgentChain>();
  #closed = false;

  /** Opens the records on a store with these heads. */
  static async open(parts: GateParts, heads: readonly AgentHead[]): Promise<Recorder> {
    const clock = new Clock(parts.time);
    const { store, constitution, coreVersion, forOneEvent = false } = parts;
    for (const { at } of heads) clock.catchUp(at);
    const judging = { store, constitution, coreVersion, forOneEvent };
    const chains = new AgentChains(judging, clock, heads, parts.shared ?? null);
    return new Recorder(parts, clock, chains, await chains.open(EVERYBODY));
  }

  private constructor(parts: GateParts, clock: Clock, chains: AgentChains, everybody: AgentChain) {
    this.#parts = parts;
    this.log = parts.log ?? NO_LOG;
    this.clock = clock;
    this.chains = chains;
    this.everybody = everybody;
    this.#wakes = new Wakes(clock, (chain, record) => this.try(chain, record));
    chains.listen({
      onJudgedAgain: (chain, record, outcome) => this.#follow(chain, record, outcome),
      onMissed: (chain, missed) => {
        for (const listener of this.#missed) listener(chain, missed);
        const events = missed.flatMap((folded) => folded.events);
        this.#tellEvents(
          chain,
          events.map((event) => ({ ...event, elsewhere: true as const })),
        );
      },
    });
    this.#evidence = new EvidenceKeeper(parts.store, parts.capture, clock, this.log, parts.secrets);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /**
   * Judges and sends a record; what follows from the decision happens here and nowhere else. Throws when the chain
   * cannot judge. Nobody who wants to pass waits for a patient record, so the store may write it with the next.
   */
  record(chain: AgentChain, record: AgentRecord, submitting: Submitting = {}): Submitted {
    const submitted = chain.submit(record, submitting);
    this.#follow(chain, record, submitted);
    submitted.acknowledged.then(
      (outcome) => (outcome === null ? undefined : this.#tell(chain, outcome)),
      (error: unknown) => {
        this.log.error('store', 'writing the journal', error, { agent: chain.agent });
        this.#recoverSoon(chain);
      },
    );
    return submitted;
  }

  /** What follows from a decision at once; again where the record was judged again. */
  #follow(chain: AgentChain, record: AgentRecord, outcome: Outcome): void {
    for (const listener of this.#judged) listener({ chain, record, outcome });
    if (!this.#closed) this.#wakes.plan(chain, record, outcome.decision);
  }

  /** Records what nobody waits for; a chain that cannot judge is recovered. */
  try(chain: AgentChain, record: AgentRecord): void {
    try {
      this.record(chain, record, { patient: true });
    } catch (error) {
      const { agent } = chain;
      this.log.warn('gate', 'recording what nobody waits for', error, { agent });
      this.#recoverSoon(chain);
    }
  }

  /** Records what a person does. */
  recordAct(chain: AgentChain, act: ReasonedAct, submitting: Submitting = {}): Submitted {
    const { agent, session, thread, action, by, why, target, envelope, spent } = act;
    const { family, grace, turn } = act;
    const record: OperatorRecord = {
      type: 'operator',
      timestamp: this.clock.now(),
      agent,
      ...present({ session, thread }),
      action,
      by,
      why: storableText(why),
      ...present({ target, envelope: kept(envelope), spent, family, grace, turn }),
    };
    return this.record(chain, record, submitting);
  }

  /** The first record of an agent gives it what is configured for it. Null when it has one. */
  introduce(chain: AgentChain, by = 'tripwire'): Submitted | null {
    const { agent } = chain;
    if (agent === EVERYBODY || chain.latest.sequence > 0) return null;
    const envelope = this.#parts.envelopeOf(agent);
    const act = { agent, action: 'configure', by, why: 'registered', envelope } as const;
    // Another process may have introduced it meanwhile.
    return this.recordAct(chain, act, { applies: () => chain.latest.sequence === 0 });
  }

  /** The refusal of an agent that may not join; null for one that may, or has. */
  unknown(agent: string): GateRefusal | null {
    const isClosed = this.#parts.registration === 'closed' && !this.chains.isKnown(agent);
    return isClosed ? unknownRefusal(agent) : null;
  }

  /** The chain of an agent that is introduced, and can be judged at once; null when that takes a wait. */
  ready(agent: string): AgentChain | null {
    const chain = this.chains.opened(agent);
    return chain === undefined || chain.problem !== null || chain.latest.sequence === 0
      ? null
      : chain;
  }

  /** The chain of an agent: opened, recovered and introduced. Without these nobody passes. */
  async enter(agent: string): Promise<Entered> {
    const unknown = this.unknown(agent);
    if (unknown !== null) return { kind: 'refused', refusal: unknown };
    try {
      const chain = await this.chains.open(agent);
      if (chain.problem !== null && !(await chain.recover())) {
        return refused(unavailableRefusal(whomOf(chain, null), chain.problem.message));
      }
      await this.introduce(chain)?.acknowledged;
      return { kind: 'entered', chain };
    } catch (error) {
      const problem = errorWords(error);
      return refused(unavailableRefusal({ agent, session: null, refusal: 'error' }, problem));
    }
  }

  /** Keeps a text for explaining a stop, should one come. */
  witness(agent: string, seen: Witnessed): void {
    this.#evidence.take(agent, seen);
    for (const listener of this.#witnesses) listener(agent, seen);
  }

  /** Calls a listener with every text that is witnessed; returns how to stop that. It must not throw. */
  onWitness(listener: (agent: string, seen: Witnessed) => void): () => void {
    this.#witnesses.add(listener);
    return () => this.#witnesses.delete(listener);
  }

  /** The texts of an agent that are kept at the moment, oldest first, without secrets. */
  witnessed(agent: string): readonly EvidenceStep[] {
    return this.#evidence.recent(agent);
  }

  /** Calls a listener with every record as soon as it was judged, before it is durable. It must not throw. */
  onJudged(listener: (judged: Judged) => void): void {
    this.#judged.add(listener);
  }

  /** Calls a listener with what other processes wrote, when a chain reads it; returns how to stop that. It must not throw. */
  onMissed(listener: (chain: AgentChain, missed: readonly FoldedRow[]) => void): () => void {
    this.#missed.add(listener);
    return () => this.#missed.delete(listener);
  }

  /** Calls a listener with every event once it is durable; returns how to stop that. */
  onEvent(listener: (event: GateEvent) => void): () => void {
    this.#durable.add(listener);
    return () => this.#durable.delete(listener);
  }

  /** Calls a listener with the agent of every record once it is durable; returns how to stop that. */
  onWritten(listener: (agent: string) => void): () => void {
    this.#written.add(listener);
    return () => this.#written.delete(listener);
  }

  /** Lets go of the timers. What is still under way can be recorded; the store is its owner's to close. */
  close(): void {
    this.#closed = true;
    this.#wakes.close();
  }

  #tell(chain: AgentChain, { events, seq }: Outcome): void {
    for (const listener of this.#written) listener(chain.agent);
    this.#tellEvents(chain, events);
    this.#evidence.keep(chain, seq, events);
  }

  #tellEvents(chain: AgentChain, events: readonly Omit<GateEvent, 'agent'>[]): void {
    for (const event of events) {
      for (const listener of this.#durable) {
        try {
          listener({ agent: chain.agent, ...event });
        } catch (error) {
          // What happened is in the journal; who only wanted to hear of it must not end the gate.
          const { agent } = chain;
          this.log.error('gate', `telling of the event ${event.eventType}`, error, { agent });
        }
      }
    }
  }

  /** Reads the head again until it can be read; meanwhile everything of this agent is refused. */
  #recoverSoon(chain: AgentChain): void {
    if (this.#closed || this.#recovering.has(chain) || chain.problem === null) return;
    this.#recovering.add(chain);
    setTimeout(() => {
      void this.#recover(chain);
    }, RECOVERY_MS).unref();
  }

  async #recover(chain: AgentChain): Promise<void> {
    const usable = await chain.recover();
    this.#recovering.delete(chain);
    if (!usable) this.#recoverSoon(chain);
  }
}

/** With budgets, what sessions spent outlasts their being let go of. */
function kept(envelope: EnvelopeChange | undefined): EnvelopeChange | undefined {
  const budgets = Object.values(envelope?.budgets ?? {});
  return budgets.some((limit) => limit !== null) ? { ...envelope, keepsSpent: true } : envelope;
}

function refused(refusal: GateRefusal): Entered {
  return { kind: 'refused', refusal };
}
