/**
 * Every check that runs after every step, by name.
 */
import {
  failureCosts,
  healthIsAShare,
  healthRisesSlowly,
  modeIsDamped,
  restartSetsHealth,
} from './always-health.ts';
import {
  hardStopNeedsRestart,
  noHoldFromNowhere,
  nothingPassesAHold,
  refusalsAreNoted,
  releasesRelease,
  stopsStandUntilReleased,
  type Check,
} from './always-holds.ts';
import {
  clampIsNoted,
  evictionIsNoted,
  looseningIsRefused,
  nothingIsLaterThanNow,
  reasonsAreGiven,
  wakeLiesAhead,
} from './always-shape.ts';
import {
  allowedMeansClear,
  budgetIsRecounted,
  cooldownLastsExactly,
  equalOutputsAreALoop,
  healthyAreLeftAlone,
  highestVetoSpeaks,
  limitsAreExact,
  refusalHasACause,
  signalsShapeIntent,
} from './always-vetoes.ts';

const CHECKS = {
  nothingPassesAHold,
  stopsStandUntilReleased,
  hardStopNeedsRestart,
  noHoldFromNowhere,
  releasesRelease,
  refusalsAreNoted,
  highestVetoSpeaks,
  allowedMeansClear,
  refusalHasACause,
  budgetIsRecounted,
  limitsAreExact,
  cooldownLastsExactly,
  equalOutputsAreALoop,
  healthyAreLeftAlone,
  signalsShapeIntent,
  healthIsAShare,
  healthRisesSlowly,
  failureCosts,
  restartSetsHealth,
  modeIsDamped,
  reasonsAreGiven,
  wakeLiesAhead,
  nothingIsLaterThanNow,
  clampIsNoted,
  evictionIsNoted,
  looseningIsRefused,
} satisfies Readonly<Record<string, Check>>;

/** The name of a check: of one above, or of one that needs more than a single decision. */
export type Invariant =
  | keyof typeof CHECKS
  | 'stepDoesNotThrow'
  | 'malformedIsRefused'
  | 'stateIsNotMutated'
  | 'stateIsBounded'
  | 'quietUntilWake'
  | 'crashRestoresState'
  | 'digestsChainOn'
  | 'replayHasParity';

/** Each check with its name. */
export const ALWAYS = Object.entries(CHECKS) as readonly (readonly [Invariant, Check])[];
