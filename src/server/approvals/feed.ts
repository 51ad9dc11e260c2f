/**
 * What people answered lately, for adapters that ask over HTTP: they cannot listen, so they are told with each answer.
 */
import type { Gate, GateEvent } from '../../gate/index.ts';

/** An answer, or a hold that came or went. */
export interface FedEvent {
  readonly seq: number;
  readonly agent: string;
  readonly eventType: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const EVENTS_MAX = 10_000;
/** Numbers go on after a restart, because they begin with the time. */
const PER_MS = 1_000;

/** The latest events about approvals. */
export class ApprovalFeed {
  readonly #events: FedEvent[] = [];
  readonly #stopListening: () => void;
  #seq: number;

  constructor(gate: Pick<Gate, 'onEvent' | 'clock'>) {
    this.#seq = gate.clock.now() * PER_MS;
    this.#stopListening = gate.onEvent((event) => this.#take(event));
  }

  /** The number of the latest event. */
  get cursor(): number {
    return this.#seq;
  }

  /** What came to one agent after that number. */
  after(agent: string, seq: number): readonly FedEvent[] {
    return this.#events.filter((one) => one.agent === agent && one.seq > seq);
  }

  close(): void {
    this.#stopListening();
  }

  #take({ agent, eventType, details }: GateEvent): void {
    const isAnswer =
      eventType === 'operator' && ['grant', 'refuse'].includes(String(details['action']));
    const isHold = eventType === 'hold' || eventType === 'release';
    if (!isAnswer && !(isHold && details['hold'] === 'approval')) return;
    this.#seq += 1;
    this.#events.push({ seq: this.#seq, agent, eventType, details });
    if (this.#events.length > EVENTS_MAX) this.#events.shift();
  }
}
