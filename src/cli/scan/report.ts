/**
 * What a scan found, ready to be shown in any form.
 */
import { EVERY_CLIENT } from '../../clients/every-client.ts';
import type { TranscriptPlace } from '../../clients/transcripts/find-transcripts.ts';
import { LOG_TITLES } from '../../clients/transcripts/log-forms.ts';
import type { Prices, Spent } from '../../prices/index.ts';
import type { BrokenPlace } from '../../transcripts/index.ts';
import type { Stretch, StuckRun } from './judge.ts';
import type { WasteReport } from './waste-tally.ts';

/** The outcome of a scan. */
export interface ScanReport {
  readonly places: readonly TranscriptPlace[];
  /** Files and folders that were named. */
  readonly given: readonly string[];
  readonly sinceMs: number | null;
  readonly prices: Prices;
  readonly files: number;
  readonly runs: number;
  readonly calls: number;
  readonly runsByClient: ReadonlyMap<string, number>;
  /** The dearest first. */
  readonly stuck: readonly StuckRun[];
  readonly waste: WasteReport;
  readonly broken: readonly BrokenPlace[];
}

/** What one rule would have saved. */
export interface RuleSaving extends Stretch {
  readonly rule: string;
  readonly runs: number;
}

/** The name by which people know who wrote a transcript. */
export function writerTitle(client: string): string {
  const known = EVERY_CLIENT.find(({ id }) => id === client);
  return known?.title ?? LOG_TITLES[client] ?? client;
}

/** The dearest first; where money is equal or unknown, the one with more tokens, then more calls. */
export function byWeight(one: StuckRun, other: StuckRun): number {
  const [a, b] = [one.afterStuck, other.afterStuck];
  return (
    b.spent.microDollars - a.spent.microDollars ||
    b.spent.tokens - a.spent.tokens ||
    b.calls - a.calls ||
    (one.run.id < other.run.id ? -1 : 1)
  );
}

/** The sum of stretches. */
export function sumOf(stretches: readonly Stretch[]): Stretch {
  const sum = (pick: (spent: Spent) => number) =>
    stretches.reduce((total, { spent }) => total + pick(spent), 0);
  return {
    calls: stretches.reduce((total, { calls }) => total + calls, 0),
    spent: {
      answers: sum(({ answers }) => answers),
      tokens: sum(({ tokens }) => tokens),
      microDollars: sum(({ microDollars }) => microDollars),
      unpricedTokens: sum(({ unpricedTokens }) => unpricedTokens),
      unpricedModels: [
        ...new Set(stretches.flatMap(({ spent }) => spent.unpricedModels)),
      ].toSorted(),
    },
  };
}

/** Why it would have been stopped, in a sentence. */
export function reasonText(stuck: StuckRun): string {
  const { rule, emptyCalls, stuckFromCall, stoppedAtCall, scores, threshold } = stuck;
  const score = scores[stoppedAtCall - 1] ?? 0;
  const from = `from call ${stuckFromCall} to call ${stoppedAtCall}`;
  if (score <= threshold) return `${rule}, ${from}`;
  const steps = emptyCalls === 1 ? '1 step' : `${emptyCalls} steps`;
  return `${rule}: ${steps} ${from} brought nothing; score ${score} exceeds ${threshold}`;
}
