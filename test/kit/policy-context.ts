/** The surroundings of a call, for asking a policy directly. */
import { Session, type PolicyContext } from '../../src/guardrails/index.ts';

/** A context with a session of its own and no filesystem, unless a test gives one. */
export function policyContext(parts: Partial<PolicyContext> = {}): PolicyContext {
  return {
    session: new Session(),
    filesystem: null,
    promptName: 'test',
    callId: 'call-1',
    ...parts,
  };
}
