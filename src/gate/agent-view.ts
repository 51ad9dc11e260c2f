/**
 * An agent as people see it: the fixed fields of the API, computed from its state.
 */
import {
  DEFAULT_KILL_SWITCH,
  killSwitchOf,
  type ActivityMode,
  type AgentState,
  type HoldView,
  type Intensity,
  type KillSwitch,
  type StepResult,
} from '../core/index.ts';

/** The kill switch in the API's words. */
export interface KillSwitchView {
  readonly enabled: boolean;
  readonly window_size: number;
  readonly threshold: number;
  readonly detector: 'progress' | 'literal';
  readonly shadow: boolean;
  readonly refusal: 'error' | 'message';
  readonly exceptions: readonly { readonly tool: string; readonly is: 'poll' | 'healthy' }[];
}

/** What can be stopped and released: an agent, or one of its sessions. */
export interface StandingView {
  readonly active: 0 | 1;
  readonly deactivated_by: 'kill_switch' | 'manual' | null;
  readonly mode: ActivityMode;
  readonly intensity: Intensity;
  readonly health: number;
  readonly holds: readonly HoldView[];
}

/** A session of an agent. */
export interface SessionView extends StandingView {
  readonly id: string;
}

/** An agent. */
export interface AgentView extends StandingView {
  readonly id: string;
  readonly name: string;
  readonly kill_switch: KillSwitchView;
  readonly open_calls: number;
  readonly last_seen: number | null;
  /** Why nothing can be judged at the moment; null when all is well. */
  readonly problem: string | null;
  readonly sessions: readonly SessionView[];
}

/** Asks the core how a session stands now, without recording anything. */
export type Ask = (session: string | null) => StepResult;

/** The view of an agent; `above` are holds that bind all agents. */
export function viewAgent(
  agent: string,
  state: AgentState,
  ask: Ask,
  above: readonly HoldView[],
  more: Pick<AgentView, 'open_calls' | 'problem'>,
): AgentView {
  const names = Object.entries(state.sessions)
    .filter(([name, session]) => name !== 'main' || isUsed(session))
    .toSorted(([, one], [, other]) => other.seen - one.seen)
    .map(([name]) => name);
  // An agent without named sessions is its one session; a family is what binds all of them.
  const family = names.some((name) => name !== 'main');
  const now = ask(names[0] ?? null);
  const own = family ? now.holds.filter(({ level }) => level === 'agent') : now.holds;
  const sessions = family ? names.map((id) => ({ id, ...standing(ask(id), above) })) : [];
  return {
    id: agent,
    name: agent,
    ...standing({ ...now, holds: own }, above),
    kill_switch: killSwitchView(killSwitchOf(state.envelope)),
    last_seen: state.sequence === 0 ? null : state.clock,
    ...more,
    sessions,
  };
}

function killSwitchView({ windowSize, ...rest }: KillSwitch): KillSwitchView {
  return { ...rest, window_size: windowSize };
}

/** The view of an agent of which nothing can be known: everything it asks for is refused. */
export function viewUnreadable(agent: string, problem: string): AgentView {
  return {
    id: agent,
    name: agent,
    active: 0,
    deactivated_by: null,
    mode: 'IDLE',
    intensity: 'LOW',
    health: 0,
    holds: [],
    kill_switch: killSwitchView(DEFAULT_KILL_SWITCH),
    open_calls: 0,
    last_seen: null,
    problem,
    sessions: [],
  };
}

/** A person's act on an agent without sessions makes one to answer for; nobody works in it. */
function isUsed({ holds, threads }: AgentState['sessions'][string]): boolean {
  return holds.length > 0 || Object.values(threads).some(({ lastEventAt }) => lastEventAt !== null);
}

function standing(
  { activity, health, holds }: Pick<StepResult, 'activity' | 'health' | 'holds'>,
  above: readonly HoldView[],
): StandingView {
  const all = [...above, ...holds];
  const by = (kind: HoldView['hold']) => all.some(({ hold }) => hold === kind);
  const deactivatedBy = by('manual') ? 'manual' : by('kill_switch') ? 'kill_switch' : null;
  return {
    active: deactivatedBy === null ? 1 : 0,
    deactivated_by: deactivatedBy,
    mode: activity.mode,
    intensity: activity.intensity,
    health,
    holds: all,
  };
}
