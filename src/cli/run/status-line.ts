/**
 * How a night stands, in one line: turn, context, spend, ladder, dirty bits, time left.
 */
import type { Manifest } from '../../loop/index.ts';
import type { LoopStanding, NightState } from '../../night/index.ts';
import { countOfThings } from '../terminal/amounts.ts';
import { spanText } from '../terminal/time-text.ts';
import { moneyWord } from './night-money.ts';

/** What the line shows of the manifest. */
type ShownManifest = Pick<
  Manifest,
  | 'iterationCount'
  | 'maxIterations'
  | 'estimatedUsagePct'
  | 'codeModified'
  | 'testsRun'
  | 'testsPassing'
  | 'consecutiveFailures'
>;

/** And of the night. */
type ShownNight = Pick<
  NightState,
  | 'engine'
  | 'tokens'
  | 'listCost'
  | 'usdBySession'
  | 'budgetTokens'
  | 'untilMs'
  | 'held'
  | 'job'
  | 'plan'
>;

const THOUSAND = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The line. */
export function statusLine(
  state: ShownNight,
  { manifest, ladder }: { readonly manifest: ShownManifest } & Pick<LoopStanding, 'ladder'>,
  nowMs: number,
): string {
  const { iterationCount, maxIterations, estimatedUsagePct, consecutiveFailures } = manifest;
  const left = state.untilMs === null ? [] : [`${leftText(state.untilMs - nowMs)} left`];
  const money = moneyWord(state);
  const budget = state.budgetTokens === null ? '' : `/${thousands(state.budgetTokens)}`;
  return [
    `${state.engine} ${iterationCount}/${maxIterations}`,
    doing(state),
    `context ${estimatedUsagePct} %`,
    `${thousands(state.tokens)}${budget} tokens`,
    ...(money === null ? [] : [money]),
    ladder === null ? 'no loop' : `${ladder.level} ${ladder.count}`,
    countOfThings(consecutiveFailures, 'failure'),
    dirt(manifest),
    ...left,
  ].join(' · ');
}

function doing({ held, job, plan }: Pick<ShownNight, 'held' | 'job' | 'plan'>): string {
  if (held.length > 0) return `HELD by ${held.join(', ')}`;
  if (job !== null) return job.kind === 'advice' ? 'asks an advisor' : 'works';
  return plan?.kind === 'restart' ? 'restarts' : 'waits';
}

function dirt({ codeModified, testsRun, testsPassing }: ShownManifest): string {
  if (!codeModified) return 'clean';
  if (!testsRun) return 'untested';
  return testsPassing === true ? 'tested' : 'tests fail';
}

/** Whoever waits for the morning wants the minutes too. */
function leftText(leftMs: number): string {
  if (leftMs < HOUR_MS) return spanText(leftMs);
  const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
  return `${Math.floor(leftMs / HOUR_MS)} h ${minutes} min`;
}

function thousands(tokens: number): string {
  return tokens < THOUSAND ? String(tokens) : `${Math.round(tokens / THOUSAND)}k`;
}
