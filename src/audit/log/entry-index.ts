/**
 * What the entries of the log say about each agent, kept up to date entry by entry. The log of all agents grows for
 * ever; a page and a step of the audit must not walk through it.
 */
import type { Gap } from '../windows/window-steps.ts';
import {
  agentOfWindow,
  gapsOf,
  stretchOf,
  type LogEntry,
  type Stretch,
  type TraceMark,
  type WindowEntry,
} from './log-entries.ts';

/** What is known of one agent. */
interface Traced {
  readonly windows: WindowEntry[];
  readonly stretches: Stretch[];
  /** What is said about the times after its rows. */
  readonly marks: TraceMark[];
  /** The last act on all agents in its trace; 0 for none. */
  lastAct: number;
}

const NOTHING: Traced = Object.freeze({ windows: [], stretches: [], marks: [], lastAct: 0 });

export class EntryIndex {
  readonly #agents = new Map<string, Traced>();
  /** Place in the log by window id. */
  readonly #places = new Map<string, number>();
  readonly #gaps: Gap[] = [];
  #size = 0;
  #lastRestMs = 0;

  /** Takes the next entry of the log. */
  add(entry: LogEntry): void {
    if ('window_id' in entry) {
      this.#places.set(entry.window_id, this.#size);
      this.#traced(agentOfWindow(entry.window_id)).windows.push(entry);
    } else if (entry.kind === 'trace') {
      const traced = this.#traced(entry.agent);
      traced.stretches.push(stretchOf(entry, traced.windows.length));
    } else if (entry.kind === 'all' || entry.kind === 'idle') {
      const traced = this.#traced(entry.agent);
      traced.marks.push(entry);
      if (entry.kind === 'all') traced.lastAct = entry.of;
      else this.#lastRestMs = Math.max(this.#lastRestMs, entry.until_ms);
    } else {
      this.#gaps.push(...gapsOf([entry]));
    }
    this.#size += 1;
  }

  /** One agent's. */
  of(agent: string): Readonly<Traced> {
    return this.#agents.get(agent) ?? NOTHING;
  }

  /** Where the log has a window. */
  placeOf(windowId: string): number | undefined {
    return this.#places.get(windowId);
  }

  /** When Tripwire was not there. */
  get gaps(): readonly Gap[] {
    return this.#gaps;
  }

  /** Until when an agent is said to have rested, at the latest; 0 for never. */
  get lastRestMs(): number {
    return this.#lastRestMs;
  }

  #traced(agent: string): Traced {
    const known = this.#agents.get(agent);
    if (known !== undefined) return known;
    const traced: Traced = { windows: [], stretches: [], marks: [], lastAct: 0 };
    this.#agents.set(agent, traced);
    return traced;
  }
}
