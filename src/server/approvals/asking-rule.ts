/** Which rule asked about an action, for whoever answers. */
import type { ApprovalConfig } from '../../config/index.ts';
import { ruleOfTarget } from '../../guardrails/index.ts';

const SECOND_MS = 1_000;

/** The rule in force that asked; null when none did, or it is not there any more. */
export function askingRuleOf(rules: readonly ApprovalConfig[], target: string) {
  const asking = ruleOfTarget(target);
  const rule = rules.find(({ name }) => name === asking);
  if (rule === undefined) return null;
  const { name, answeredBy = null, lapseSeconds } = rule;
  return { name, answeredBy, lapseMs: lapseSeconds * SECOND_MS };
}
