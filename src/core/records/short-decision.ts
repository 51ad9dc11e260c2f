/**
 * The short form of a plain decision: it lets pass, nothing stands against the agent, and nobody is warned of anything.
 *
 * Nearly every decision is one of these, and its sentences follow from the records. So the journal keeps the numbers that
 * people and figures look at, with a digest of the whole decision; a replay makes the whole one again and compares. Any
 * other decision has no short form and is kept whole: a veto, a hold, a budget, a warning, a kill switch with something
 * to say, a loop or a runaway.
 */
import { hash } from 'node:crypto';
import type { Decision } from '../answer.ts';
import type { ActivityMode, ActivityState, Intensity } from '../contracts.ts';
import type { KillSwitchReport } from '../kill-switch.ts';
import { readUsage, sayUsage } from '../spending/usage-words.ts';
import { canonicalJson } from './canonical.ts';

/** What a reader of the journal knows of every decision. Where it is not kept whole, the sentences are made anew. */
export type RecordedDecision = Pick<Decision, 'budget' | 'health' | 'holds' | 'safety'> & {
  readonly activity: Pick<ActivityState, 'intensity' | 'mode'>;
  readonly killSwitch?: RecordedReport;
};

/** What a reader knows of what the kill switch said. */
export type RecordedReport = Omit<KillSwitchReport, 'literal' | 'steer'> & {
  readonly literal: Pick<KillSwitchReport['literal'], 'exceeds' | 'score'>;
};

/**
 * Tokens and tool calls of the last minute, each with its limit; mode, intensity, health; and where the kill switch
 * observed something its detector, threshold and both scores.
 */
export type ShortDecision = readonly number[];

const MODES: readonly ActivityMode[] = ['IDLE', 'WORKING'];
const INTENSITIES: readonly Intensity[] = ['LOW', 'NORMAL', 'HIGH'];
const DETECTORS: readonly KillSwitchReport['detector'][] = ['progress', 'literal'];
const LENGTH = 7;
const LENGTH_WITH_SCORES = 11;

/** The short form; null for a decision that is not plain. */
export function shortDecision(decision: Decision): ShortDecision | null {
  const { activity, health, holds, intent, killSwitch, safety } = decision;
  const mode = MODES.indexOf(activity.mode);
  if (!safety.allowed || holds.length > 0 || mode === -1) return null;
  if (intent.intent !== 'CONTINUE' || decision.budget !== undefined) return null;
  // A reason that says more than what was used is a warning or a note.
  const used = readUsage(safety.reason);
  if (used === null) return null;
  const { tokens, tokensMax, toolCalls, toolCallsMax } = used;
  const intensity = INTENSITIES.indexOf(activity.intensity);
  const short = [tokens, tokensMax, toolCalls, toolCallsMax, mode, intensity, health];
  if (killSwitch === undefined) return short;
  if (!isSilent(killSwitch)) return null;
  const { detector, threshold, progress, literal } = killSwitch;
  short.push(DETECTORS.indexOf(detector), threshold, progress.score, literal.score);
  return short;
}

/** Silent is what the chosen detector says; the other one's score is kept beside it. */
function isSilent({ did, opinion, progress, reason, steer }: KillSwitchReport): boolean {
  return (
    did === null &&
    reason === null &&
    steer === null &&
    opinion === undefined &&
    progress.level === 'ok' &&
    progress.rule === null
  );
}

/** Whether a value from outside has this form. */
export function isShortDecision(value: unknown): value is ShortDecision {
  if (!Array.isArray(value)) return false;
  if (value.length !== LENGTH && value.length !== LENGTH_WITH_SCORES) return false;
  const numbers = value as readonly unknown[];
  const [, , , , mode, intensity, , detector = 0] = numbers;
  return (
    numbers.every((one) => typeof one === 'number' && one >= 0) &&
    Object.hasOwn(MODES, Number(mode)) &&
    Object.hasOwn(INTENSITIES, Number(intensity)) &&
    Object.hasOwn(DETECTORS, Number(detector))
  );
}

/** What a short form says. */
export function fromShort(short: ShortDecision): RecordedDecision {
  const [tokens = 0, tokensMax = 0, toolCalls = 0, toolCallsMax = 0] = short;
  const [mode = 0, intensity = 0, health = 0] = short.slice(4);
  const known: RecordedDecision = {
    activity: { intensity: INTENSITIES[intensity] ?? 'LOW', mode: MODES[mode] ?? 'IDLE' },
    health,
    holds: [],
    safety: {
      allowed: true,
      reason: sayUsage({ tokens, tokensMax, toolCalls, toolCallsMax }),
      remainingBudget: Math.max(0, tokensMax - tokens),
    },
  };
  if (short.length < LENGTH_WITH_SCORES) return known;
  const [detector = 0, threshold = 0, progress = 0, literal = 0] = short.slice(LENGTH);
  const killSwitch: RecordedReport = {
    detector: DETECTORS[detector] ?? 'progress',
    did: null,
    literal: { exceeds: literal > threshold, score: literal },
    progress: { level: 'ok', rule: null, score: progress },
    reason: null,
    threshold,
  };
  return { ...known, killSwitch };
}

/** SHA-256 of the canonical JSON of a whole decision, as base64url: 43 characters. */
export function decisionDigest(decision: Decision): string {
  return hash('sha256', canonicalJson(decision), 'base64url');
}
