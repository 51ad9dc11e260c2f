/**
 * Outages: the provider of the model, or what a tool asks, answers again and again with an error that is not the agent's doing.
 *
 * Counted by tool, because an agent may do other things meanwhile. A tool that answers again is up, and one that nobody has
 * asked for a while is not known to be down any more.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import type { Observation } from '../../core/index.ts';
import type { Sign, StuckSettings } from './stuck-facts.ts';

/** Calls that were kept from being answered, one after the other. */
export interface Hindered {
  readonly count: number;
  readonly since: number;
  readonly last: number;
  readonly until: number | null;
}

const SECOND_MS = 1_000;
const TOOLS_MAX = 64;
const OVER_AFTER_MS = 600_000;
const PAUSE_MS = 60_000;
const PAUSE_MS_MAX = 3_600_000;
const DOUBLINGS_MAX = 6;

/** One call more of them. */
export function hindered(before: Hindered | null, at: number, until: number | null): Hindered {
  return { count: (before?.count ?? 0) + 1, since: before?.since ?? at, last: at, until };
}

/** Whether so many calls are an outage. */
export function isOutage({ count, since, last }: Hindered, settings: StuckSettings): boolean {
  const { calls, seconds } = settings.outage;
  return count >= calls && last - since >= seconds * SECOND_MS;
}

/** Until when an agent is parked that runs into an outage: as the other side says, or twice as long with each further call. */
export function parkedBy(
  { count, last, until }: Hindered,
  { outage: { act, calls } }: StuckSettings,
): { readonly until?: number } {
  if (act !== 'park') return {};
  const pauseMs = PAUSE_MS * 2 ** Math.min(DOUBLINGS_MAX, Math.max(0, count - calls));
  return { until: until ?? last + Math.min(PAUSE_MS_MAX, pauseMs) };
}

/** The tools of one agent. */
export class ToolOutages {
  readonly #down = new BoundedMap<string, Hindered>(TOOLS_MAX);

  /** Results of tools, in order. */
  take(digests: NonNullable<Observation['digests']>, at: number): void {
    for (const digest of digests) {
      if (digest.kind !== 'tool') continue;
      const { tool, infrastructure } = digest.step;
      if (!infrastructure) this.#down.delete(tool);
      else this.#down.put(tool, hindered(this.#down.get(tool) ?? null, at, null));
    }
  }

  /** Whether no tool has failed this way lately. */
  get isEmpty(): boolean {
    return this.#down.size === 0;
  }

  /** The sign; null while every tool answers. */
  sign(now: number, settings: StuckSettings): Sign | null {
    for (const [tool, down] of this.#down) {
      if (now - down.last >= OVER_AFTER_MS + pauseOf(down, settings)) this.#down.delete(tool);
      else if (isOutage(down, settings)) {
        const why = `the tool ${tool} answered ${settings.outage.calls} calls in a row or more with an outage`;
        return { code: 'TOOL_DOWN', why, mark: down.count, ...parkedBy(down, settings) };
      }
    }
    return null;
  }
}

/** Whoever is parked asks nothing. */
function pauseOf(down: Hindered, settings: StuckSettings): number {
  return (parkedBy(down, settings).until ?? down.last) - down.last;
}
