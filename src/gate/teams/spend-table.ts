/**
 * What was spent by agents and by what their calls were for, hour by hour.
 *
 * Labels are the client's words, so how many sets of them an agent may have is bounded. What goes beyond is counted
 * together and against every budget that goes by labels: a client that makes up new ones finds no room in them.
 */
import type { AgentRecord, CallLabels } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';
import { spendingsOf } from '../../core/spending/index.ts';
import { HourlySpend } from '../../journal/index.ts';
import { LABEL_SETS_MAX } from '../../store/index.ts';

/** The spending of one agent for one purpose. */
export interface Spender {
  readonly agent: string;
  readonly labels: CallLabels;
  /** It has the labels that there was no room for. */
  readonly isRest: boolean;
  readonly spent: HourlySpend;
}

const NONE: CallLabels = Object.freeze({});

/** Changed in place: it is what every record passes. */
export class SpendTable {
  readonly #agents = new Map<string, Map<string, Spender>>();

  /** A record of an agent was judged, at this time. */
  note(agent: string, record: AgentRecord, decision: RecordedDecision, at: number): void {
    const spendings = spendingsOf(record, decision.safety.allowed);
    if (spendings.length === 0) return;
    const labels = 'labels' in record ? (record.labels ?? NONE) : NONE;
    this.#spenderOf(agent, labels).spent.take(spendings, at);
  }

  /** Of an agent, what another table counted is what counts. */
  replace(agent: string, counted: SpendTable): void {
    this.#agents.set(agent, counted.#agents.get(agent) ?? new Map<string, Spender>());
  }

  /** Everybody who spent; of one agent where it is named. */
  *spenders(agent?: string): Generator<Spender> {
    if (agent !== undefined) yield* this.#agents.get(agent)?.values() ?? [];
    else for (const spenders of this.#agents.values()) yield* spenders.values();
  }

  #spenderOf(agent: string, labels: CallLabels): Spender {
    const spenders = this.#agents.get(agent) ?? new Map<string, Spender>();
    this.#agents.set(agent, spenders);
    const wanted = labels === NONE ? '' : JSON.stringify(labels);
    const isRest = !spenders.has(wanted) && spenders.size >= LABEL_SETS_MAX && wanted !== '';
    const key = isRest ? 'rest' : wanted;
    const found = spenders.get(key);
    if (found !== undefined) return found;
    const made = { agent, labels: isRest ? NONE : labels, isRest, spent: new HourlySpend() };
    spenders.set(key, made);
    return made;
  }
}
