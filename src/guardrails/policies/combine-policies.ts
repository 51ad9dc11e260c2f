/**
 * Policies made of policies: all of some, any of some, not one.
 *
 * `any` and `not` take no policy that counts calls: whether a call is to be counted would depend on what the others
 * say, and a quota that sometimes does not count protects nothing.
 */
import { refuseGuardrail } from '../guardrail-error.ts';
import { ALLOWED, denied, type PolicyContext, type ToolPolicy } from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';

/** Some policies. */
export interface CombinedPolicies<Named extends string> {
  readonly policies: readonly ToolPolicy<Named>[];
  readonly name?: string;
}

/** One policy, turned around. */
export interface OppositePolicy<Named extends string> {
  readonly policy: ToolPolicy<Named>;
  /** What the agent is told when the policy allows. */
  readonly reason: string;
  readonly name?: string;
}

/** Allows what every one of them allows; the first that does not says why. */
export function all<const Named extends string = never>({
  policies,
  name = combinedName('all', policies),
}: CombinedPolicies<Named>): ToolPolicy<Named> {
  needSome('all', policies);
  return {
    name,
    toolNames: namesOf(policies),
    async check(tool, params, context) {
      for (const policy of policies) {
        const decision = await policy.check(tool, params, context);
        if (!isYes(decision)) return decision;
      }
      return ALLOWED;
    },
    reserve(tool, params, context) {
      for (const policy of policies) {
        const decision = policy.reserve?.(tool, params, context) ?? ALLOWED;
        if (!isYes(decision)) return decision;
      }
      return ALLOWED;
    },
    onResult: (...heard) => tellAll(policies, ...heard),
  };
}

/** Allows what at least one of them allows. One that throws does not allow. */
export function any<const Named extends string = never>({
  policies,
  name = combinedName('any', policies),
}: CombinedPolicies<Named>): ToolPolicy<Named> {
  needSome('any', policies);
  refuseCounting('any', policies);
  return {
    name,
    toolNames: namesOf(policies),
    async check(tool, params, context) {
      const reasons: string[] = [];
      for (const policy of policies) {
        try {
          const decision = await policy.check(tool, params, context);
          if (isYes(decision)) return ALLOWED;
          reasons.push(decision.reason ?? `${policy.name} denies it`);
        } catch {
          reasons.push(`${policy.name} could not be asked`);
        }
      }
      return denied(`None of ${policies.length} policies allows this: ${reasons.join(' ')}`);
    },
    onResult: (...heard) => tellAll(policies, ...heard),
  };
}

/** Allows what the policy denies, and denies what it allows. When it throws, so does this one: that denies. */
export function not<const Named extends string = never>({
  policy,
  reason,
  name = combinedName('not', [policy]),
}: OppositePolicy<Named>): ToolPolicy<Named> {
  refuseCounting('not', [policy]);
  return {
    name,
    toolNames: namesOf([policy]),
    async check(tool, params, context) {
      const { allowed }: { readonly allowed?: unknown } = await policy.check(tool, params, context);
      // Only a clear no is turned into a yes.
      return allowed === false ? ALLOWED : denied(reason);
    },
    onResult: (...heard) => tellAll([policy], ...heard),
  };
}

/** Anything but `true` is no yes: not everybody writes policies with a compiler. */
function isYes({ allowed }: { readonly allowed?: unknown }): boolean {
  return allowed === true;
}

async function tellAll<Named extends string>(
  policies: readonly ToolPolicy<Named>[],
  tool: DeclaredTool,
  params: unknown,
  result: unknown,
  context: PolicyContext,
): Promise<void> {
  for (const policy of policies) await policy.onResult?.(tool, params, result, context);
}

function namesOf<Named extends string>(policies: readonly ToolPolicy<Named>[]): readonly Named[] {
  return [...new Set(policies.flatMap(({ toolNames = [] }) => toolNames))];
}

function combinedName(kind: string, policies: readonly { readonly name: string }[]): string {
  return `${kind}(${policies.map(({ name }) => name).join(', ')})`;
}

function needSome(kind: string, policies: readonly unknown[]): void {
  if (policies.length === 0)
    refuseGuardrail('policies', `of ${kind} must name at least one policy`);
}

function refuseCounting(
  kind: string,
  policies: readonly { readonly name: string; readonly reserve?: unknown }[],
): void {
  const counting = policies.find(({ reserve }) => reserve !== undefined);
  if (counting === undefined) return;
  const words = `of ${kind} may not count calls, and ${counting.name} does; put it beside ${kind} instead`;
  refuseGuardrail('policies', words);
}
