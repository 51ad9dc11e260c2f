/**
 * What policies remember in a session: which tools succeeded, and with which keys.
 *
 * The state is kept under the policy's name, so that one policy's memory cannot open another one's gate.
 */
import type { SessionView, SliceDefinition } from '../session/slice.ts';

/** The memory of one policy. */
export interface PolicyState {
  readonly policyName: string;
  /** Tools that succeeded. */
  readonly invokedTools: readonly string[];
  /** Pairs of tool and key that succeeded, for example `['read_file', '/project/a.txt']`. */
  readonly invokedKeys: readonly (readonly [tool: string, key: string])[];
}

/** Pairs that a policy remembers. Beyond them it forgets the oldest, which only denies more. */
export const INVOKED_KEYS_MAX = 10_000;

/** The memories of all policies, by name. */
const POLICY_STATES: SliceDefinition<Readonly<Record<string, PolicyState>>> = {
  key: 'guardrails.policies',
  initial: {},
  kind: 'state',
};

/** What a policy remembers in this session. */
export function policyState(session: SessionView, policyName: string): PolicyState {
  return stateIn(session.slice(POLICY_STATES).get(), policyName);
}

/** Remembers that a tool succeeded, and with which key if there is one. */
export function rememberInvocation(
  session: SessionView,
  policyName: string,
  tool: string,
  key: string | null = null,
): void {
  session.slice(POLICY_STATES).update((states) => {
    const state = stateIn(states, policyName);
    const next = withKey(withTool(state, tool), tool, key);
    return next === state ? states : { ...states, [policyName]: next };
  });
}

function stateIn(states: Readonly<Record<string, PolicyState>>, policyName: string): PolicyState {
  const known = Object.hasOwn(states, policyName) ? states[policyName] : undefined;
  return known ?? { policyName, invokedTools: [], invokedKeys: [] };
}

function withTool(state: PolicyState, tool: string): PolicyState {
  if (state.invokedTools.includes(tool)) return state;
  return { ...state, invokedTools: [...state.invokedTools, tool] };
}

function withKey(state: PolicyState, tool: string, key: string | null): PolicyState {
  if (key === null) return state;
  if (state.invokedKeys.some(([oneTool, oneKey]) => oneTool === tool && oneKey === key)) {
    return state;
  }
  const kept = [...state.invokedKeys, [tool, key] as const].slice(-INVOKED_KEYS_MAX);
  return { ...state, invokedKeys: kept };
}
