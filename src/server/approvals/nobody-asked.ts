/**
 * Approval rules where no Tripwire runs: nobody can be asked, so what needs a yes does not run.
 */
import type { ApprovalConfig } from '../../config/index.ts';
import { ruleForCall, type AskedCall } from '../../guardrails/index.ts';
import type { HookApprovals } from '../../hooks/index.ts';

/** Why a call may not run; null when no rule is about it. */
export function unaskedWords(rules: readonly ApprovalConfig[], call: AskedCall): string | null {
  const rule = ruleForCall(rules, call);
  if (rule === null) return null;
  return `Held by Tripwire. This action needs a person's approval (rule ${rule.name}), and no Tripwire is running that could ask one. Do not work around it. Tell the person: approvals are asked for while \`tripwire up\` runs.`;
}

/** The answers that hooks get then. */
export function nobodyAsked(
  rules: readonly ApprovalConfig[],
  isShadow: (agent: string) => boolean,
): HookApprovals {
  return {
    ask: (call) => {
      const acting = isShadow(call.agent) ? [] : rules;
      const words = unaskedWords(acting, { ...call, door: 'hook' });
      return Promise.resolve(words === null ? null : { target: null, words });
    },
    isAnswered: () => Promise.resolve(false),
  };
}
