/**
 * Adds up what runs wasted beyond loops, one run at a time: a scan may read more runs than fit into memory.
 */
import { spentOn, totalTokens, type Prices, type Spent } from '../../prices/index.ts';
import type { Run } from '../../transcripts/index.ts';
import type { Stretch } from './judge.ts';
import { sumOf } from './report.ts';
import { WASTE, type WasteKind } from './waste.ts';

/** One kind over all runs. */
export interface WasteSum extends Stretch {
  readonly kind: WasteKind;
  /** Runs in which something of it was found. */
  readonly runs: number;
  /** Runs whose transcripts tell of it. */
  readonly toldRuns: number;
  /** What all of those used. */
  readonly toldSpent: Spent;
  /** Who wrote the transcripts that do not, with how many runs. */
  readonly untold: ReadonlyMap<string, number>;
}

/** What the runs came to. */
export interface WasteReport {
  /** Of all runs. */
  readonly spent: Spent;
  readonly kinds: readonly WasteSum[];
  /** The tokens with which runs began, where they are known; half of the runs began with no more than the first. */
  readonly startingTokens: { readonly median: number; readonly most: number } | null;
}

const KINDS = Object.keys(WASTE) as readonly WasteKind[];

/** The sums in the making. */
export class WasteTally {
  readonly #prices: Prices;
  readonly #nowMs: number;
  readonly #kinds = new Map<WasteKind, WasteSum>();
  readonly #starts: number[] = [];
  #spent: Spent;

  constructor(prices: Prices, nowMs: number) {
    this.#prices = prices;
    this.#nowMs = nowMs;
    this.#spent = spentOn([], prices);
  }

  take(run: Run): void {
    const spent = spentOn(run.modelCalls, this.#prices);
    this.#spent = added(this.#spent, spent);
    const [first] = run.modelCalls;
    if (first !== undefined) {
      this.#starts.push(totalTokens({ ...first.usage, outputTokens: 0 }));
    }
    for (const kind of KINDS) {
      const look = { run, prices: this.#prices, nowMs: this.#nowMs };
      this.#kinds.set(kind, this.#with(kind, WASTE[kind](look), run, spent));
    }
  }

  report(): WasteReport {
    const starts = this.#starts.toSorted((a, b) => a - b);
    const most = starts.at(-1);
    const median = starts[Math.floor((starts.length - 1) / 2)];
    return {
      spent: this.#spent,
      kinds: KINDS.map((kind) => this.#sum(kind)),
      startingTokens: most === undefined || median === undefined ? null : { median, most },
    };
  }

  #with(kind: WasteKind, found: Stretch | null, run: Run, spent: Spent): WasteSum {
    const sum = this.#sum(kind);
    if (found === null) {
      const untold = new Map(sum.untold).set(run.client, (sum.untold.get(run.client) ?? 0) + 1);
      return { ...sum, untold };
    }
    return {
      ...sum,
      ...sumOf([sum, found]),
      runs: sum.runs + (found.calls > 0 || found.spent.answers > 0 ? 1 : 0),
      toldRuns: sum.toldRuns + 1,
      toldSpent: added(sum.toldSpent, spent),
    };
  }

  #sum(kind: WasteKind): WasteSum {
    const none = spentOn([], this.#prices);
    const empty = { calls: 0, spent: none, runs: 0, toldRuns: 0, toldSpent: none };
    return this.#kinds.get(kind) ?? { kind, ...empty, untold: new Map() };
  }
}

function added(one: Spent, other: Spent): Spent {
  return sumOf([
    { calls: 0, spent: one },
    { calls: 0, spent: other },
  ]).spent;
}
