/**
 * Changes to a state behind the core's back, for planted faults.
 */
import type { AgentState, HoldKind } from '../../src/core/index.ts';

type Session = AgentState['sessions'][string];

/** The state with one session changed, if it is there. */
export function changeSession(
  state: AgentState,
  name: string,
  change: (session: Session) => Session,
): AgentState {
  const session = Object.hasOwn(state.sessions, name) ? state.sessions[name] : undefined;
  if (session === undefined) return state;
  return { ...state, sessions: { ...state.sessions, [name]: change(session) } };
}

/** The state with no hold of a kind on the agent or on a session. */
export function withoutHolds(state: AgentState, kind: HoldKind): AgentState {
  const left = <T extends { readonly hold: HoldKind }>(holds: readonly T[]) =>
    holds.filter(({ hold }) => hold !== kind);
  const sessions = Object.entries(state.sessions).map(
    ([name, session]) => [name, { ...session, holds: left(session.holds) }] as const,
  );
  return { ...state, holds: left(state.holds), sessions: Object.fromEntries(sessions) };
}
