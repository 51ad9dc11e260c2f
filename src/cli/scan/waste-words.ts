/**
 * The kinds of waste in words, for the terminal and for the page.
 */
import { countOfThings, countText, tokensText } from '../terminal/amounts.ts';
import { sumOf, writerTitle, type RuleSaving, type ScanReport } from './report.ts';
import type { WasteReport, WasteSum } from './waste-tally.ts';
import type { WasteKind } from './waste.ts';

/** What a kind is called, and what exactly is counted. */
export const WASTE_WORDS: Readonly<
  Record<WasteKind, { readonly title: string; readonly what: string }>
> = {
  subagents: {
    title: 'subagents',
    what: 'everything that runs of subagents used; it is only waste if they achieved nothing',
  },
  starting_context: {
    title: 'starting context',
    what: 'what the model was sent with the first request of each run: instructions, tools, the first prompt',
  },
  cache_rewritten: {
    title: 'cache rewritten after idling',
    what: 'cached tokens that expired after five minutes (or an hour) and were written again; the cost is what that took beyond reading them',
  },
  error_streaks: {
    title: 'error streaks',
    what: 'tool calls that failed three or more times in a row, and the answers that made them',
  },
  retries: {
    title: 'retries',
    what: 'tool calls repeated word for word right after they failed',
  },
  unfinished: {
    title: 'unfinished work',
    what: 'work since the last prompt of runs that end after a prompt, a tool result or a call without one, and were last active more than an hour ago',
  },
};

/** How much of all tokens it is, among the runs that tell of it; null where none is known. */
export function shareText({ spent, toldSpent }: WasteSum): string | null {
  if (toldSpent.tokens === 0) return null;
  const share = (100 * spent.tokens) / toldSpent.tokens;
  return share > 0 && share < 1 ? '<1 %' : `${Math.round(share)} %`;
}

/** Which formats do not tell it, in words; null when all do. */
export function untoldText({ untold, toldRuns }: WasteSum): string | null {
  if (untold.size === 0) return null;
  const writers = [...untold].map(
    ([client, runs]) => `${writerTitle(client)} (${countOfThings(runs, 'run')})`,
  );
  const none = toldRuns === 0 ? 'not recorded in any transcript here' : 'not recorded by';
  return `${none}: ${writers.join(', ')}`;
}

/** With how much runs began. */
export function startText({ startingTokens }: WasteReport): string | null {
  if (startingTokens === null) return null;
  const tokens = (count: number) => tokensText({ ...NOTHING, answers: 1, tokens: count });
  const { median, most } = startingTokens;
  return `half of the runs began with ${tokens(median)} tokens or less, the largest with ${tokens(most)}`;
}

const NOTHING = sumOf([]).spent;

/** What came after the stop of each rule, the dearest first. */
export function savings({ stuck }: ScanReport): readonly RuleSaving[] {
  const rules = [...new Set(stuck.map(({ rule }) => rule))];
  return rules
    .map((rule) => {
      const stopped = stuck.filter((one) => one.rule === rule);
      return { rule, runs: stopped.length, ...sumOf(stopped.map(({ afterStop }) => afterStop)) };
    })
    .toSorted(
      (a, b) =>
        b.spent.microDollars - a.spent.microDollars ||
        b.spent.tokens - a.spent.tokens ||
        b.calls - a.calls,
    );
}

/** How many runs it was found in, of those that tell. */
export function runsText({ runs, toldRuns }: WasteSum): string {
  return toldRuns === 0 ? '–' : `${countText(runs)} of ${countText(toldRuns)}`;
}
