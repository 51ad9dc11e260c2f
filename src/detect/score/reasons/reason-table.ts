import type { DeadReason } from '../progress-weights.ts';
import type { StepFacts } from '../step-facts.ts';
/**
 * Why a step counts, as a table: the first row that applies decides.
 *
 * Each row is one idea, worded as the question it asks. A step that no row claims brought something, or did something
 * new; what it takes off the score is said in `progress-score.ts`.
 */
import { newCallReasons } from './new-call-reasons.ts';
import { repeatedReasons } from './repeated-reasons.ts';

/** Why a step counts, or null where it does not. */
export function reasonFor(facts: StepFacts): DeadReason | null {
  const rows = facts.known === null ? newCallReasons : repeatedReasons;
  const row = rows.find(({ when }) => when(facts));
  return row === undefined || row.reason === 'nothing' ? null : row.reason;
}
