/**
 * What was spent by agents and by what their calls were for, hour by hour.
 *
 * Labels are the client's words, so how many sets of them an agent may have is bounded. What goes beyond is counted
 * together and against every budget that goes by what it made up: a client that does so finds no room in them. What was the
 * same in all sets stays as it is, such as the user that an agent's key is for.
 */
import type { AgentRecord, CallLabels } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';
import { spendingsOf } from '../../core/spending/index.ts';
import { HourlySpend } from '../../journal/index.ts';
import { LABEL_SETS_MAX } from '../../store/index.ts';
import { LABEL_NAMES, type LabelName } from './team.ts';

/** The spending of one agent for one purpose. */
export interface Spender {
  readonly agent: string;
  readonly labels: CallLabels;
  /** Those of which there was no room for another. */
  readonly lost: readonly LabelName[];
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
    const lost = isRest ? changing([...spenders.values()], labels) : NOTHING_LOST;
    const key = isRest ? `rest ${lost.join(' ')}` : wanted;
    const found = spenders.get(key);
    if (found !== undefined) return found;
    const kept = isRest ? without(labels, lost) : labels;
    const made = { agent, labels: kept, lost, spent: new HourlySpend() };
    spenders.set(key, made);
    return made;
  }
}

const NOTHING_LOST: readonly LabelName[] = Object.freeze([]);

/** The labels that are not the same in all the sets of before. */
function changing(before: readonly Spender[], labels: CallLabels): readonly LabelName[] {
  const sets = before.filter(({ lost }) => lost.length === 0);
  return LABEL_NAMES.filter((name) => {
    const own = String(labels[name]);
    return sets.some((one) => String(one.labels[name]) !== own);
  });
}

function without(labels: CallLabels, lost: readonly LabelName[]): CallLabels {
  const kept = LABEL_NAMES.filter((name) => !lost.includes(name) && labels[name] !== undefined);
  return Object.fromEntries(kept.map((name) => [name, labels[name]]));
}
