/**
 * What a run used beyond what its work needed, loops apart: by kind, and only what its transcript really holds.
 *
 * A kind that the form of a transcript does not tell is null, which is not the same as none. The kinds overlap: a retry
 * is part of a streak of errors, and both may be in a subagent.
 */
import {
  spentOn,
  type ModelCall,
  type Prices,
  type Spent,
  type Usage,
} from '../../prices/index.ts';
import type { Run } from '../../transcripts/index.ts';
import { callsOf, type Stretch } from './judge.ts';

/** What is looked for. */
export type WasteKind =
  | 'subagents'
  | 'starting_context'
  | 'cache_rewritten'
  | 'error_streaks'
  | 'retries'
  | 'unfinished';

/** Where it is looked for. */
interface Look {
  readonly run: Run;
  readonly prices: Prices;
  readonly nowMs: number;
}

/** Failures in a row that are a streak. */
const STREAK_CALLS_MIN = 3;
/** How long providers keep a prompt cache that nobody uses, and the one that is paid for an hour. */
const CACHE_MS = 5 * 60_000;
const CACHE_HOUR_MS = 60 * 60_000;
/** A run that was heard of within this may still be under way. */
const QUIET_MS = 60 * 60_000;
const NONE: Usage = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

/** How each kind is found in a run: its calls and what they used; null where the transcript does not tell. */
export const WASTE: Readonly<Record<WasteKind, (look: Look) => Stretch | null>> = {
  subagents: ({ run, prices }) => {
    if (run.isSubagent === undefined) return null;
    const calls = run.isSubagent ? callsOf(run) : 0;
    return { calls, spent: spentOn(run.isSubagent ? run.modelCalls : [], prices) };
  },
  starting_context: ({ run, prices }) => {
    const [first] = run.modelCalls;
    if (first === undefined) return null;
    const read = { ...first, usage: { ...first.usage, outputTokens: 0 } };
    return { calls: 1, spent: spentOn([read], prices) };
  },
  cache_rewritten: rewritten,
  error_streaks: ({ run, prices }) => {
    if (run.isLog === true) return null;
    const places = streaks(run).flat();
    return { calls: places.length, spent: spentOn(answersAt(run, places), prices) };
  },
  retries: ({ run, prices }) => {
    if (run.isLog === true) return null;
    const places = placesOf(run, ({ isRetry }) => isRetry === true);
    return { calls: places.length, spent: spentOn(answersAt(run, places), prices) };
  },
  unfinished: ({ run, prices, nowMs }) => {
    if (run.isLog === true || run.endedAtMs === null) return null;
    const isOver = nowMs - run.endedAtMs > QUIET_MS;
    if (!run.endsOpen || !isOver) return { calls: 0, spent: spentOn([], prices) };
    const from = Math.max(
      0,
      run.events.findLastIndex(({ kind }) => kind === 'prompt'),
    );
    const calls = run.events.slice(from).filter(({ kind }) => kind === 'tool').length;
    const answers = run.modelCalls.filter(({ firstEvent }) => firstEvent >= from);
    return { calls, spent: spentOn(answers, prices) };
  },
};

/** The tokens of all that a model was sent. */
function contextOf({ usage }: ModelCall): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}

/** What was in the cache, went out of it while nobody asked, and was written again; the money is the difference. */
function rewritten({ run, prices }: Look): Stretch | null {
  const { modelCalls } = run;
  const isTold =
    modelCalls.some(({ usage }) => usage.cacheWriteTokens > 0) &&
    modelCalls.every(({ atMs }) => atMs !== undefined);
  if (!isTold) return null;
  const again = modelCalls.flatMap((call, index) => {
    const before = modelCalls[index - 1];
    if (before === undefined) return [];
    const keptMs = (before.usage.cacheWriteHourTokens ?? 0) > 0 ? CACHE_HOUR_MS : CACHE_MS;
    if ((call.atMs ?? 0) - (before.atMs ?? 0) <= keptMs) return [];
    const missing = contextOf(before) - call.usage.cacheReadTokens;
    const tokens = Math.min(call.usage.cacheWriteTokens, Math.max(0, missing));
    return tokens === 0 ? [] : [{ call, tokens }];
  });
  const priced = (usage: (tokens: number) => Partial<Usage>) =>
    spentOn(
      again.map(({ call, tokens }) => ({ ...call, usage: { ...NONE, ...usage(tokens) } })),
      prices,
    );
  const written: Spent = priced((tokens) => ({ cacheWriteTokens: tokens }));
  const read: Spent = priced((tokens) => ({ cacheReadTokens: tokens }));
  const microDollars = Math.max(0, written.microDollars - read.microDollars);
  return { calls: again.length, spent: { ...written, microDollars } };
}

/** The places of calls that failed three times in a row and more, streak by streak. */
function streaks(run: Run): readonly (readonly number[])[] {
  const found: number[][] = [[]];
  for (const [index, { kind, hasFailed }] of run.events.entries()) {
    if (kind !== 'tool') continue;
    if (hasFailed === true) found.at(-1)?.push(index);
    else found.push([]);
  }
  return found.filter(({ length }) => length >= STREAK_CALLS_MIN);
}

function placesOf(run: Run, isOne: (event: Run['events'][number]) => boolean): readonly number[] {
  return run.events.flatMap((event, index) => (isOne(event) ? [index] : []));
}

/** The answers that made the calls at these places, each once. */
function answersAt({ modelCalls }: Run, places: readonly number[]): ModelCall[] {
  return modelCalls.filter(({ firstEvent }, index) => {
    const end = modelCalls[index + 1]?.firstEvent ?? Infinity;
    return places.some((place) => place >= firstEvent && place < end);
  });
}
