/**
 * What people do to agents: stop, release, configure. Each act says who and why, and goes through the gate.
 *
 * A stop waits for nothing but the gate: not for the journal, and not for the picture of the agent that the answer
 * shows. So it works while the disk does not.
 */
import type { z } from 'zod';
import { MAIN } from '../../base/main-name.ts';
import { withDeadline } from '../../base/node/deadline.ts';
import { present } from '../../base/present.ts';
import { checkRecord, type OperatorAction } from '../../core/index.ts';
import type { Act, Acted } from '../../gate/index.ts';
import { authorOf } from '../api/caller.ts';
import {
  knownAgent,
  type Handler,
  type Handlers,
  type NoShape,
  type Plane,
  type Serve,
} from '../api/control-plane.ts';
import { Problem } from '../api/problem.ts';
import type { releaseBody, stopBody } from '../api/schemas-acts.ts';
import type { actedOnAgentView, actedView, plainActBody } from '../api/schemas.ts';
import { familyOf } from '../figures/spend-ledger.ts';
import { withSpend } from '../figures/spend-view.ts';
import { envelopeView } from './agent-reads.ts';
import { envelopeChange } from './envelope-change.ts';
import { killSwitchChange } from './kill-switch-change.ts';
import { stopReach, type Reach } from './stop-reach.ts';

/** What became of an act, in the API's words. */
export type ActedView = z.output<typeof actedView>;

/** An act on an agent: what became of it, and the agent as it is now, where that can be told in time. */
export type ActedOnAgentView = z.output<typeof actedOnAgentView>;

/** An act that the path names. */
export type PathAct = Extract<
  OperatorAction,
  'activate' | 'deactivate' | 'pause' | 'resume' | 'restart'
>;

const VIEW_WAIT_MS = 1_000;

/** Why, where the person gave no reason. */
const reasons: Readonly<
  Record<PathAct | 'configure' | 'envelope' | 'stop-all' | 'resume-all', string>
> = {
  activate: 'activated by hand',
  deactivate: 'stopped by hand',
  pause: 'paused by hand',
  resume: 'resumed by hand',
  restart: 'restarted by hand',
  configure: 'kill switch changed by hand',
  envelope: 'limits changed by hand',
  'stop-all': 'all agents stopped by hand',
  'resume-all': 'all agents resumed by hand',
};

/** The handler of an act on one agent or session. */
function actOnAgent(
  action: PathAct,
): Serve<
  NoShape,
  z.output<typeof releaseBody> & Partial<z.output<typeof stopBody>>,
  ActedOnAgentView
> {
  return async (plane, asked) => {
    const agent = await knownAgent(plane, asked);
    const { why = reasons[action], only, wind_down: wind } = asked.body;
    const by = authorOf(asked.caller, asked.body);
    const grace =
      wind === undefined ? {} : { grace: { calls: wind.calls, ms: wind.seconds * 1_000 } };
    const reach = await reachOf(plane, agent, asked.body);
    const { session, thread } = reach;
    const act = { agent, action, by, why, ...reach, ...grace };
    // A stop is in force before it is recorded, so what could not be recorded must not get there.
    checkRecord({ type: 'operator', timestamp: 0, ...act });
    const stops = action === 'deactivate' || action === 'pause';
    // Looked up before the act, which would make the session.
    const seen = session === undefined || plane.gate.hasSession(agent, session, thread) !== false;
    if (!stops && !(seen && (await sessionSeen(plane, agent, session)))) {
      throw unknownSession(agent, session);
    }
    const named = only === undefined ? {} : { only: { kind: only.hold, since: only.since } };
    const acted = await plane.gate.operate({ ...act, ...named });
    const isWhole = action === 'resume' && session === undefined && only === undefined;
    const extended = isWhole ? await plane.gate.extendTeams({ agent, by, why }) : [];
    const whole = act.family === true ? await withFamily(plane, act, acted) : acted;
    const what = thread === undefined ? `session ${session}` : `subagent ${thread}`;
    const warning = seen
      ? null
      : `${agent} has no ${what} that is known here; it will be refused if it appears`;
    const told = { ...whole, notes: [whole.notes, ...extended].join('; ') };
    return { status: 200, body: await actedOnAgent(plane, agent, told, warning) };
  };
}

/** Where an act goes; the agent is looked at only where a name has to be found. */
async function reachOf(
  { gate }: Plane,
  agent: string,
  body: Parameters<typeof stopReach>[0],
): Promise<Reach> {
  const { session, subagent, family, turn } = body;
  if (subagent === undefined && family === undefined && turn === undefined) {
    return present({ session });
  }
  return stopReach(body, session === undefined ? await inTime(gate.agent(agent)) : null);
}

/** Those whom a subagent started, stopped after it: it can't start others any more. */
async function withFamily(plane: Plane, act: Act, acted: Acted): Promise<Acted> {
  const { agent, session = MAIN, thread = MAIN } = act;
  await plane.spends.update();
  let whole = acted;
  for (const member of familyOf(plane.spends.of(agent), session, thread)) {
    const next = await plane.gate.operate({ ...act, thread: member });
    whole = {
      ...whole,
      recorded: whole.recorded && next.recorded,
      marked: whole.marked && next.marked,
      cut: whole.cut + next.cut,
    };
  }
  return whole;
}

/** The handler of an act on all agents. */
function actOnAll(
  action: 'stop-all' | 'resume-all',
): Serve<NoShape, z.output<typeof plainActBody>, ActedView> {
  return async ({ gate }, { caller, body }) => {
    const { why = reasons[action] } = body;
    const by = authorOf(caller, body);
    checkRecord({ type: 'operator', timestamp: 0, action, by, why });
    const acted = await (action === 'stop-all' ? gate.stopAll(by, why) : gate.resumeAll(by, why));
    return { status: 200, body: actedFields(acted, null) };
  };
}

/** Answers with the agent, and says when nobody would hear of a stop. */
const changeKillSwitch: Handler<'PATCH /api/agents/:id/kill-switch'> = async (plane, asked) => {
  const agent = await knownAgent(plane, asked);
  const change = killSwitchChange(asked.body);
  const { why = reasons.configure } = asked.body;
  const by = authorOf(asked.caller, asked.body);
  const envelope = { killSwitch: change };
  await plane.gate.operate({ agent, action: 'configure', by, why, envelope });
  const view = withSpend(await plane.gate.agent(agent), plane.spends.of(agent));
  const unheard = change.enabled === true && !plane.alerts.hasChannel;
  const warning = unheard
    ? 'The kill switch is on, and nobody is told when it stops the agent: no alert channel is configured. ' +
      'Add one under Alerts on the dashboard.'
    : null;
  return { status: 200, body: { ...view, warning } };
};

const changeEnvelope: Handler<'PATCH /api/agents/:id/envelope'> = async (plane, asked) => {
  const agent = await knownAgent(plane, asked);
  const { why = reasons.envelope } = asked.body;
  const envelope = envelopeChange(asked.body, plane.constitution);
  if (Object.keys(envelope).length === 0) {
    throw new Problem(
      'bad-request',
      'The body changes nothing. Give max_tokens_per_minute, max_tool_calls_per_minute, shadow or budgets, such as ' +
        '{"budgets": {"usd_per_day": 5}}.',
    );
  }
  const by = authorOf(asked.caller, asked.body);
  await plane.gate.operate({ agent, action: 'configure', by, why, envelope });
  return { status: 200, body: await envelopeView(plane, agent) };
};

export const agentActs: Handlers<
  | `POST /api/agents/:id/${PathAct}`
  | 'PATCH /api/agents/:id/kill-switch'
  | 'PATCH /api/agents/:id/envelope'
  | 'POST /api/stop-all'
  | 'POST /api/resume-all'
> = {
  'POST /api/agents/:id/activate': actOnAgent('activate'),
  'POST /api/agents/:id/deactivate': actOnAgent('deactivate'),
  'POST /api/agents/:id/pause': actOnAgent('pause'),
  'POST /api/agents/:id/resume': actOnAgent('resume'),
  'POST /api/agents/:id/restart': actOnAgent('restart'),
  'PATCH /api/agents/:id/kill-switch': changeKillSwitch,
  'PATCH /api/agents/:id/envelope': changeEnvelope,
  'POST /api/stop-all': actOnAll('stop-all'),
  'POST /api/resume-all': actOnAll('resume-all'),
};

function actedFields(
  { recorded, cut, notes, unconfirmed = [] }: Acted,
  warning: string | null,
): ActedView {
  const missing =
    unconfirmed.length === 0
      ? null
      : `${unconfirmed.join(', ')} did not confirm it in time and may not know of it: look whether it still runs.`;
  const warnings = [missing, warning].filter((one) => one !== null);
  return {
    recorded,
    calls_ended: cut,
    notes,
    warning: warnings.length === 0 ? null : warnings.join(' '),
  };
}

async function actedOnAgent(
  plane: Plane,
  agent: string,
  acted: Acted,
  warning: string | null,
): Promise<ActedOnAgentView> {
  const seen = await inTime(plane.gate.agent(agent));
  const view = seen === null ? {} : withSpend(seen, plane.spends.of(agent));
  return { ...view, id: agent, name: agent, ...actedFields(acted, warning) };
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
  return names.length === 0 ? session === MAIN : names.includes(session);
}

function unknownSession(agent: string, session: string | undefined): Problem {
  return new Problem(
    'unknown-session',
    `${agent} has no session ${JSON.stringify(session)}. GET /api/agents/${agent} lists its sessions; ` +
      'without a session the act concerns all of them.',
  );
}

/** The value if it comes soon, else null: a disk that hangs must not keep the answer to a stop. */
function inTime<Value>(coming: Promise<Value>): Promise<Value | null> {
  return withDeadline(
    coming.catch(() => null),
    VIEW_WAIT_MS,
    () => null,
  );
}
