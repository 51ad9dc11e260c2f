/**
 * How a night stands, in one line: turn, context, spend, ladder, dirty bits, time left.
 */
import type { Manifest } from '../loop/index.ts';
import type { NightState } from '../loop/supervisor.ts';
import { spanText } from './time-text.ts';

/** What the line shows of the manifest. */
type ShownManifest = Pick<
  Manifest,
  | 'iterationCount'
  | 'maxIterations'
  | 'estimatedUsagePct'
  | 'loopDetected'
  | 'codeModified'
  | 'testsRun'
  | 'testsPassing'
  | 'consecutiveFailures'
>;

/** And of the night. */
type ShownNight = Pick<
  NightState,
  'engine' | 'tokens' | 'budgetTokens' | 'untilMs' | 'held' | 'job' | 'plan'
>;

const THOUSAND = 1_000;

/** The line. */
export function statusLine(state: ShownNight, manifest: ShownManifest, nowMs: number): string {
  const { iterationCount, maxIterations, estimatedUsagePct, consecutiveFailures } = manifest;
  const left = state.untilMs === null ? [] : [`${spanText(state.untilMs - nowMs)} left`];
  const budget = state.budgetTokens === null ? '' : `/${thousands(state.budgetTokens)}`;
  return [
    `${state.engine} ${iterationCount}/${maxIterations}`,
    doing(state),
    `context ${estimatedUsagePct} %`,
    `${thousands(state.tokens)}${budget} tokens`,
    manifest.loopDetected ? 'LOOP' : `${consecutiveFailures} failures`,
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

function thousands(tokens: number): string {
  return tokens < THOUSAND ? String(tokens) : `${Math.round(tokens / THOUSAND)}k`;
}
