/** Questions that several rows of the reason table ask about a step, and what such a row is. */
import type { DeadReason } from '../progress-weights.ts';
import { ACKNOWLEDGEMENT_LINES, GAIN_MIN, isLook, type StepFacts } from '../step-facts.ts';

/** One idea: the step to which it applies, and why that step counts. */
export interface ReasonRow {
  readonly when: (facts: StepFacts) => boolean;
  readonly reason: DeadReason | 'nothing';
}

export const fails = ({ digest }: StepFacts) => digest.error !== null;
export const looks = ({ digest }: StepFacts) => isLook(digest);
export const pending = ({ digest }: StepFacts) => digest.unfinished && !digest.terminal;
export const isOld = ({ gain }: StepFacts) => gain < GAIN_MIN;
export const isShort = ({ digest }: StepFacts) => digest.lines.length <= ACKNOWLEDGEMENT_LINES;

/** The same failure after something was changed: the change did nothing about it. */
export const fixedNothing = (facts: StepFacts) =>
  facts.failsAgain &&
  facts.list === null &&
  !facts.movedSince &&
  (looks(facts) ? isOld(facts) : facts.gain === 0);

/** Something new was chosen or typed on the screen since, and nothing on it says that it was wrong. */
export const typedWell = ({ digest, typedSince }: StepFacts) =>
  digest.nature === 'screen' &&
  typedSince &&
  digest.error === null &&
  !digest.negative &&
  !digest.red &&
  digest.refused !== true;
