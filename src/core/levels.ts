/**
 * Changes at one level of an agent, or at that level and everything below it.
 */
import { ownMember } from '../base/own-member.ts';
import type { Hold } from './holds/holds.ts';
import type { Place } from './place.ts';
import type { Extensions } from './spending/extensions.ts';
import type { AgentState, SessionState, ThreadState } from './state.ts';

/** An agent, a session or a conversation: where holds stand and budgets are counted. */
export interface HoldingNode {
  readonly holds: readonly Hold[];
  readonly extended?: Extensions;
}

type ChangeHolds = (holds: readonly Hold[]) => readonly Hold[];

/** Changes holds at the level a place addresses; `below` reaches all sessions and threads of it. */
export function mapHolds(
  agent: AgentState,
  place: Place,
  reach: 'here' | 'below',
  change: ChangeHolds,
): AgentState {
  const own = place.level === 'agent' ? withHolds(agent, change) : agent;
  if (place.level === 'agent' && reach === 'here') return own;
  return mapSessions(own, place, (session) => {
    const inner = place.level === 'thread' ? session : withHolds(session, change);
    if (place.level === 'session' && reach === 'here') return inner;
    const only = place.level === 'thread' ? place.thread : null;
    const threads = mapEntries(inner.threads, only, (thread: ThreadState) =>
      withHolds(thread, change),
    );
    return threads === inner.threads ? inner : { ...inner, threads };
  });
}

/** Changes the addressed session, or all of them when the whole agent is addressed. */
export function mapSessions(
  agent: AgentState,
  place: Place,
  change: (session: SessionState) => SessionState,
): AgentState {
  const only = place.level === 'agent' ? null : place.session;
  const sessions = mapEntries(agent.sessions, only, change);
  return sessions === agent.sessions ? agent : { ...agent, sessions };
}

/** Changes every node of an agent, each beside what it was before; of one that is new, beside itself. */
export function mapNodes(
  before: AgentState,
  after: AgentState,
  change: <Node extends HoldingNode>(was: HoldingNode, is: Node) => Node,
): AgentState {
  const sessions = Object.entries(after.sessions).map(([name, session]) => {
    const was = ownMember(before.sessions, name) ?? session;
    const threads = Object.entries(session.threads).map(
      ([thread, is]) => [thread, change(ownMember(was.threads, thread) ?? is, is)] as const,
    );
    return [name, { ...change(was, session), threads: Object.fromEntries(threads) }] as const;
  });
  return { ...change(before, after), sessions: Object.fromEntries(sessions) };
}

/** The same object when nothing changed, so that callers can tell. */
function withHolds<T extends { readonly holds: readonly Hold[] }>(node: T, change: ChangeHolds): T {
  const holds = change(node.holds);
  return holds === node.holds ? node : { ...node, holds };
}

function mapEntries<T>(
  entries: Readonly<Record<string, T>>,
  only: string | null,
  change: (value: T) => T,
): Readonly<Record<string, T>> {
  let changed = entries;
  for (const [name, value] of Object.entries(entries)) {
    if (only !== null && name !== only) continue;
    const next = change(value);
    if (next !== value) changed = { ...changed, [name]: next };
  }
  return changed;
}
