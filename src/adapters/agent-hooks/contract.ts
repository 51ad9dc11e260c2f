/**
 * AGENT-HOOKS-0.1 as far as an interceptor uses it: the context that a host hands over and the verdict that it gets.
 *
 * Written from the draft of 2026-07-09. No package of it is imported: the contract is two shapes of JSON, and the types here
 * fit those of its SDK.
 */

/** Where a host asks. */
export type InterceptionPoint =
  | 'agent_startup'
  | 'input'
  | 'pre_model_call'
  | 'post_model_call'
  | 'pre_tool_call'
  | 'post_tool_call'
  | 'output'
  | 'agent_shutdown';

/** What a host hands over; what a point needs besides is looked for when it is asked about. */
export interface AgentContext {
  readonly spec: string;
  readonly interception_point: InterceptionPoint;
  readonly session: { readonly id: string };
  readonly [field: string]: unknown;
}

/** What an interceptor answers. */
export interface Verdict {
  decision: 'allow' | 'deny' | 'transform';
  /** For programs; ours begin with `tripwire:`. */
  reason?: string;
  /** For people and models. */
  message?: string;
  warnings?: { reason?: string; message?: string }[];
  transform?: { path: string; value: JsonValue };
}

/** What a value may be. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | JsonValue[]
  | { [key: string]: JsonValue };

/** Versions that are understood. */
const SPEC = /^agent-hooks\/0\.1$/;

/** Whether a context is of a version that is understood. */
export function isKnownSpec({ spec }: Pick<AgentContext, 'spec'>): boolean {
  return typeof spec === 'string' && SPEC.test(spec);
}

/** Nothing is said against it. */
export function allow(): Verdict {
  return { decision: 'allow' };
}

/** It does not happen. */
export function deny(reason: string, message: string): Verdict {
  return { decision: 'deny', reason: `tripwire:${reason}`, message };
}

/** It happens with another value: only a text can have more said in it, anything else gets it as a warning. */
export function withText(value: unknown, add: (text: string) => string): Verdict {
  if (typeof value === 'string') {
    return { decision: 'transform', transform: { path: '$target', value: add(value) } };
  }
  return { decision: 'allow', warnings: [{ reason: 'tripwire:feedback', message: add('') }] };
}
