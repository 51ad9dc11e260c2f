/**
 * What people do to agents: stop, release, configure. Each act says who and why, and goes through the gate.
 *
 * A stop waits for nothing but the gate: not for the journal, and not for the picture of the agent that the answer
 * shows. So it works while the disk does not.
 */
import { checkRecord, type OperatorAction } from '../core/index.ts';
import type { Acted, AgentView } from '../gate/index.ts';
import { actBody, actOnAllBody } from './act-body.ts';
import {
  knownAgent,
  requireNoQuery,
  type Asked,
  type Handler,
  type Plane,
} from './control-plane.ts';
import { killSwitchChange } from './kill-switch-change.ts';
import { Problem } from './problem.ts';
import { readJson } from './read-json.ts';

/** What became of an act, in the API's words. */
export interface ActedView {
  /** False: it is in force, but the journal could not write it yet. */
  readonly recorded: boolean;
  /** Calls under way that were ended. */
  readonly calls_ended: number;
  readonly notes: string;
  /** What the person should know before relying on it; null when there is nothing. */
  readonly warning: string | null;
}

/** An act on an agent: what became of it, and the agent as it is now, where that can be told in time. */
export type ActedOnAgentView = ActedView & Partial<AgentView> & Pick<AgentView, 'id' | 'name'>;

/** An act that the path names. */
export type PathAct = Extract<
  OperatorAction,
  'activate' | 'deactivate' | 'pause' | 'resume' | 'restart'
>;

const AUTHOR_DEFAULT = 'api';
const VIEW_WAIT_MS = 1_000;

/** Why, where the person gave no reason. */
const reasons: Readonly<Record<PathAct | 'configure' | 'stop-all' | 'resume-all', string>> = {
  activate: 'activated by hand',
  deactivate: 'stopped by hand',
  pause: 'paused by hand',
  resume: 'resumed by hand',
  restart: 'restarted by hand',
  configure: 'kill switch changed by hand',
  'stop-all': 'all agents stopped by hand',
  'resume-all': 'all agents resumed by hand',
};

/** The handler of an act on one agent or session. */
export function actOnAgent(action: PathAct): Handler {
  return async (plane, asked) => {
    requireNoQuery(asked);
    const agent = await knownAgent(plane, asked);
    const body = actBody(await readJson(asked.request));
    const { by = AUTHOR_DEFAULT, why = reasons[action], session } = body;
    const act = { agent, action, by, why, ...(session === undefined ? {} : { session }) };
    // A stop is in force before it is recorded, so what could not be recorded must not get there.
    checkRecord({ type: 'operator', timestamp: 0, ...act });
    const stops = action === 'deactivate' || action === 'pause';
    // Looked up before the act, which would make the session.
    const seen = session === undefined || plane.gate.hasSession(agent, session) !== false;
    if (!stops && !(seen && (await sessionSeen(plane, agent, session)))) {
      throw unknownSession(agent, session);
    }
    const acted = await plane.gate.operate(act);
    const warning = seen
      ? null
      : `${agent} has no session ${session} that is known here; it will be refused if it appears`;
    return { status: 200, body: await actedOnAgent(plane, agent, acted, warning) };
  };
}

/** The handler of a change to an agent's kill switch. Answers with the agent. */
export async function changeKillSwitch(plane: Plane, asked: Asked) {
  requireNoQuery(asked);
  const agent = await knownAgent(plane, asked);
  const { change, by, why } = killSwitchChange(await readJson(asked.request));
  await plane.gate.operate({
    agent,
    action: 'configure',
    by: by ?? AUTHOR_DEFAULT,
    why: why ?? reasons.configure,
    envelope: { killSwitch: change },
  });
  return { status: 200, body: await plane.gate.agent(agent) };
}

/** The handler of an act on all agents. */
export function actOnAll(action: 'stop-all' | 'resume-all'): Handler {
  return async ({ gate }, asked) => {
    requireNoQuery(asked);
    const body = actOnAllBody(await readJson(asked.request));
    const { by = AUTHOR_DEFAULT, why = reasons[action] } = body;
    checkRecord({ type: 'operator', timestamp: 0, action, by, why });
    const acted = await (action === 'stop-all' ? gate.stopAll(by, why) : gate.resumeAll(by, why));
    return { status: 200, body: actedView(acted, null) };
  };
}

function actedView({ recorded, cut, notes }: Acted, warning: string | null): ActedView {
  return { recorded, calls_ended: cut, notes, warning };
}

async function actedOnAgent(
  plane: Plane,
  agent: string,
  acted: Acted,
  warning: string | null,
): Promise<ActedOnAgentView> {
  const view = await inTime(plane.gate.agent(agent));
  return { ...view, id: agent, name: agent, ...actedView(acted, warning) };
}

/** Whether the session is one of the agent's; true when none was named, or when nobody can say in time. */
async function sessionSeen(
  { gate }: Plane,
  agent: string,
  session: string | undefined,
): Promise<boolean> {
  if (session === undefined) return true;
  const view = await inTime(gate.agent(agent));
  if (view === null) return true;
  const names = view.sessions.map(({ id }) => id);
  return names.length === 0 ? session === 'main' : names.includes(session);
}

function unknownSession(agent: string, session: string | undefined): Problem {
  return new Problem(
    'unknown-session',
    `${agent} has no session ${JSON.stringify(session)}. GET /api/agents/${agent} lists its sessions; ` +
      'without a session the act concerns all of them.',
  );
}

/** The value if it comes soon, else null: a disk that hangs must not keep the answer to a stop. */
async function inTime<Value>(coming: Promise<Value>): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), VIEW_WAIT_MS);
  try {
    return await Promise.race([coming.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
