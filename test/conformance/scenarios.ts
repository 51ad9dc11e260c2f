/**
 * All scenarios of the compatibility kit.
 */
import type { Scenario } from './scenario.ts';
import { completionScenarios } from './scenarios-completion.ts';
import { feedbackScenarios } from './scenarios-feedback.ts';
import { policyScenarios } from './scenarios-policies.ts';
import { stopScenarios } from './scenarios-stops.ts';

/** The kit. */
export const SCENARIOS: readonly Scenario[] = [
  ...policyScenarios,
  ...feedbackScenarios,
  ...completionScenarios,
  ...stopScenarios,
];
