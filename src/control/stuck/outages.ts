/**
 * Outages: the provider of the model, or what a tool asks, answers again and again with an error that is not the agent's doing.
 *
 * Counted by tool, because an agent may do other things meanwhile. A tool that answers again is up, and one that nobody has
 * asked for a while is not known to be down any more. That the agent does not wait is its own doing, and has its own name.
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
  down: Hindered,
  { outage: { act, calls } }: StuckSettings,
): { readonly until?: number } {
  return act === 'park' ? { until: down.until ?? down.last + pauseAfter(down.count - calls) } : {};
}

/** Twice as long with each further call. */
function pauseAfter(further: number): number {
  return Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** Math.min(DOUBLINGS_MAX, Math.max(0, further)));
}

/** The same call to a tool that is down, made again. */
interface Retried {
  readonly call: string;
  readonly count: number;
  readonly last: number;
}

/** The tools of one agent. */
export class ToolOutages {
  readonly #down = new BoundedMap<string, Hindered>(TOOLS_MAX);
  /** By tool: how often its last call was made without waiting. */
  readonly #retried = new BoundedMap<string, Retried>(TOOLS_MAX);

  /** Results of tools, in order. */
  take(digests: NonNullable<Observation['digests']>, at: number, settings: StuckSettings): void {
    for (const digest of digests) {
      if (digest.kind !== 'tool') continue;
      const { tool, call, infrastructure } = digest.step;
      if (!infrastructure) {
        this.#down.delete(tool);
        this.#retried.delete(tool);
        continue;
      }
      this.#down.put(tool, hindered(this.#down.get(tool) ?? null, at, null));
      this.#retried.put(tool, this.#again(tool, call, at, settings));
    }
  }

  /** Whoever was slowed down has not waited by itself. */
  #again(tool: string, call: string, at: number, settings: StuckSettings): Retried {
    const before = this.#retried.get(tool);
    const paused = before === undefined ? 0 : at - before.last - slowedMs(before, settings);
    const isAgain = before?.call === call && paused <= settings.retries.seconds * SECOND_MS;
    return { call, count: isAgain ? before.count + 1 : 1, last: at };
  }

  /** The sign of an agent that doesn't wait; null while it does, or makes other calls. */
  retriesSign(now: number, settings: StuckSettings): Sign | null {
    for (const [tool, retried] of this.#retried) {
      const slowed = slowedMs(retried, settings);
      if (now - retried.last >= OVER_AFTER_MS + slowed) this.#retried.delete(tool);
      else if (retried.count >= settings.retries.calls) {
        const why = `it made the same call of ${tool} ${settings.retries.calls} times in a row or more without waiting, and ${tool} is down`;
        const parks = slowed === 0 ? {} : { until: retried.last + slowed };
        return { code: 'QUICK_RETRIES', why, mark: retried.count, ...parks };
      }
    }
    return null;
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

/** How long an agent is parked after this call, where it is slowed down. */
function slowedMs({ count }: Retried, { retries: { act, calls } }: StuckSettings): number {
  return act === 'slow' && count >= calls ? pauseAfter(count - calls) : 0;
}

/** Whoever is parked asks nothing. */
function pauseOf(down: Hindered, settings: StuckSettings): number {
  return (parkedBy(down, settings).until ?? down.last) - down.last;
}
