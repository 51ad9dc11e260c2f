/**
 * A scan as one JSON object, for scripts.
 */
import type { Spent } from '../../prices/index.ts';
import type { Stretch, StuckRun } from './judge.ts';
import { reasonText, sumOf, type ScanReport } from './report.ts';
import type { WasteSum } from './waste-tally.ts';
import { savings } from './waste-words.ts';

/** The report as JSON; the names are stable. */
export function scanJson(report: ScanReport): string {
  const { sinceMs, prices, files, runs, calls, runsByClient, stuck, waste, broken, places } =
    report;
  const value = {
    since: isoText(sinceMs),
    prices_as_of: prices.asOf,
    looked_in: places.map(({ client, folder }) => ({ client, folder })),
    files,
    runs,
    calls,
    runs_by_client: Object.fromEntries(runsByClient),
    stuck: stuck.map(stuckJson),
    after_stuck: stretchJson(sumOf(stuck.map(({ afterStuck }) => afterStuck))),
    after_stop: stretchJson(sumOf(stuck.map(({ afterStop }) => afterStop))),
    saved_by_rule: savings(report).map(({ rule, runs: stopped, ...saved }) => ({
      rule,
      runs: stopped,
      ...stretchJson(saved),
    })),
    spent: spentJson(waste.spent),
    starting_tokens: waste.startingTokens,
    waste: waste.kinds.map(wasteJson),
    broken: broken.map(({ file, line, problem }) => ({ file, line, problem })),
  };
  return JSON.stringify(value, null, 2);
}

/** A kind that no transcript tells of has null for everything that was found. */
function wasteJson({ kind, runs, toldRuns, untold, ...found }: WasteSum) {
  const isTold = toldRuns > 0;
  const { calls, ...spent } = stretchJson(found);
  return {
    kind,
    runs: isTold ? runs : null,
    told_by_runs: toldRuns,
    not_told_by: Object.fromEntries(untold),
    calls: isTold ? calls : null,
    ...spent,
    ...(isTold && runs === 0 ? { tokens: 0, cost_usd: 0 } : {}),
  };
}

function stuckJson(stuck: StuckRun) {
  const { run } = stuck;
  return {
    id: run.id,
    client: run.client,
    project: run.project,
    title: run.title,
    file: run.file,
    started_at: isoText(run.startedAtMs),
    ended_at: isoText(run.endedAtMs),
    calls: stuck.calls,
    stuck_from_call: stuck.stuckFromCall,
    stopped_at_call: stuck.stoppedAtCall,
    recovered_at_call: stuck.recoveredAtCall,
    rule: stuck.rule,
    reason: reasonText(stuck),
    after_stuck: stretchJson(stuck.afterStuck),
    after_stop: stretchJson(stuck.afterStop),
    threshold: stuck.threshold,
    scores: stuck.scores,
  };
}

/** Tokens and money are null where the transcript kept no usage. */
function stretchJson({ calls, spent }: Stretch) {
  return { calls, ...spentJson(spent) };
}

function spentJson({ answers, tokens, microDollars, unpricedTokens, unpricedModels }: Spent) {
  const isKnown = answers > 0;
  return {
    tokens: isKnown ? tokens : null,
    cost_usd: isKnown ? microDollars / 1_000_000 : null,
    unpriced_tokens: unpricedTokens,
    unpriced_models: unpricedModels,
  };
}

function isoText(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
