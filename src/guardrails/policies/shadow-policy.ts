/**
 * A policy in shadow: it is asked like any other, and what it would have denied is told to somebody and runs.
 */
import { present } from '../../base/present.ts';
import { ALLOWED, type PolicyDecision, type ToolPolicy } from '../tool-call/tool-policy.ts';

/** Hears what a policy would have denied, and why. */
export type ShadowReport = (denied: { readonly policy: string; readonly reason: string }) => void;

/** The policy, with its denials turned into reports. One that throws would have denied as well. */
export function inShadow(policy: ToolPolicy, report: ShadowReport): ToolPolicy {
  const { name, toolNames } = policy;
  const told = (reason: string): PolicyDecision => {
    report({ policy: name, reason });
    return ALLOWED;
  };
  const reserve = policy.reserve?.bind(policy);
  return {
    name,
    ...present({ toolNames }),
    check: async (...asked) => {
      try {
        const decision = await policy.check(...asked);
        return decision.allowed ? decision : told(decision.reason ?? `Denied by policy '${name}'.`);
      } catch {
        return told(`Policy '${name}' could not decide.`);
      }
    },
    ...(reserve === undefined
      ? {}
      : {
          reserve: (...asked) => {
            const decision = reserve(...asked);
            return decision.allowed
              ? decision
              : told(decision.reason ?? `Denied by policy '${name}'.`);
          },
        }),
    onResult: async (...heard) => {
      await policy.onResult?.(...heard);
    },
  };
}
