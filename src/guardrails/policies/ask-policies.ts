/**
 * Asks the policies that govern a call. All must allow; the first that does not ends it.
 *
 * Fail closed: a policy that throws denies, and so does one that answers anything but a decision.
 */
import { thrownWords } from '../session/report.ts';
import type { Session } from '../session/session.ts';
import type { PolicyContext, ToolPolicy } from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';

/** Who said no, and why. */
export interface PolicyDenial {
  readonly policy: string;
  readonly reason: string;
}

/** The call that policies are asked about. */
export interface PolicyAsk {
  readonly policies: readonly ToolPolicy<string>[];
  readonly tool: DeclaredTool;
  readonly params: unknown;
}

/** Asks every policy in turn, waiting for each. */
export async function checkPolicies(
  { policies, tool, params }: PolicyAsk,
  context: PolicyContext,
): Promise<PolicyDenial | null> {
  for (const policy of policies) {
    const denial = await checkOne(policy, tool, params, context);
    if (denial !== null) return denial;
  }
  return null;
}

async function checkOne(
  policy: ToolPolicy<string>,
  tool: DeclaredTool,
  params: unknown,
  context: PolicyContext,
): Promise<PolicyDenial | null> {
  try {
    return denialIn(policy, await policy.check(tool, params, context));
  } catch (error) {
    return thrown(policy, error);
  }
}

/**
 * Lets the policies that count take their share, in one go: no other call comes in between. What they write is kept
 * only if all of them allow.
 */
export function reservePolicies(
  { policies, tool, params }: PolicyAsk,
  context: Omit<PolicyContext, 'session'>,
  session: Session,
): PolicyDenial | null {
  const changes = session.begin();
  for (const policy of policies) {
    const denial = reserveOne(policy, tool, params, { ...context, session: changes });
    if (denial !== null) {
      changes.drop();
      return denial;
    }
  }
  changes.commit();
  return null;
}

function reserveOne(
  policy: ToolPolicy<string>,
  tool: DeclaredTool,
  params: unknown,
  context: PolicyContext,
): PolicyDenial | null {
  if (policy.reserve === undefined) return null;
  try {
    return denialIn(policy, policy.reserve(tool, params, context));
  } catch (error) {
    return thrown(policy, error);
  }
}

function thrown({ name }: ToolPolicy<string>, error: unknown): PolicyDenial {
  const reason = `Policy '${name}' could not decide, so it denies: ${thrownWords(error)}`;
  return { policy: name, reason };
}

/** Reads an answer by its shape, because not everybody writes policies with a compiler. */
function denialIn({ name }: ToolPolicy<string>, answer: unknown): PolicyDenial | null {
  if (typeof answer === 'object' && answer !== null && 'allowed' in answer) {
    if (answer.allowed === true) return null;
    const reason = 'reason' in answer && typeof answer.reason === 'string' ? answer.reason : '';
    if (answer.allowed === false) {
      return { policy: name, reason: reason === '' ? `Denied by policy '${name}'.` : reason };
    }
  }
  return { policy: name, reason: `Policy '${name}' gave no decision, so it denies.` };
}
