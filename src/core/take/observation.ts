/**
 * What an observation does: both detectors score it, and where the kill switch stops, a hold is raised.
 *
 * Where the client names its sessions, one session is stopped and the others go on; several stopped within
 * minutes mean that something is wrong with the agent itself, so all of it stops.
 */
import { REPORTED_SESSION } from '../../base/main-name.ts';
import { killSwitchOf } from '../constitution/envelope.ts';
import { graceFrom } from '../holds/grace.ts';
import { raiseHold, type Hold } from '../holds/holds.ts';
import { unwatched, watch, type KillSwitchReport, type Watched } from '../kill-switch.ts';
import { mapSessions } from '../levels.ts';
import type { Place, Scene } from '../place.ts';
import type { AdmitRecord, EventRecord } from '../records/records.ts';
import type { AgentState, SessionState, ThreadState } from '../state.ts';
import { withoutOldOpinion } from './opinion.ts';

/** So many sessions stopped within the window stop the whole agent. */
const KILLS_MAX = 3;
const KILLS_WINDOW_MS = 600_000;

/** The scene after an observation, and what the kill switch says; null where nothing was observed. */
export function takeObservation(
  scene: Scene,
  record: AdmitRecord | EventRecord,
  tokens: number,
  now: number,
  recorded?: KillSwitchReport | null,
): { readonly scene: Scene; readonly report: KillSwitchReport | null } {
  const { call, observed } = record;
  if (observed === undefined || call === undefined) return { scene, report: null };
  if (recorded !== undefined) return asRecorded(scene, record, now, recorded);
  const { agent, session, thread } = scene;
  const before = watchedAt(session, thread);
  const { report, window, judge } = watch(before, call, observed, tokens, {
    now,
    settings: killSwitchOf(agent.envelope),
    opinion: thread.opinion,
    fruitless: agent.envelope.subagents?.fruitless,
  });
  const next = withoutOldOpinion({ ...thread, judge });
  const watched = { ...scene, session: { ...session, window }, thread: next };
  return asRecorded(watched, record, now, report);
}

function watchedAt({ window }: SessionState, { judge }: ThreadState): Watched {
  if (window !== undefined && judge !== undefined) return { window, judge };
  const fresh = unwatched();
  return { window: window ?? fresh.window, judge: judge ?? fresh.judge };
}

/** What a report does. A report of an older version counts as it was given: its digests are not judged again. */
function asRecorded(
  scene: Scene,
  record: AdmitRecord | EventRecord,
  now: number,
  report: KillSwitchReport | null,
): { readonly scene: Scene; readonly report: KillSwitchReport | null } {
  if (report?.did !== 'killed') return { scene, report };
  const why = report.reason ?? report.detector;
  const grace = graceFrom(scene.agent.envelope.windDown, now);
  const hold: Hold = { by: 'detector', ...grace, hold: 'kill_switch', since: now, why };
  // What was reported is known at no door by its session, so the agent is stopped.
  const named = record.session !== undefined && record.session !== REPORTED_SESSION;
  return { scene: stop(scene, named, hold, now), report };
}

/** Raises the hold: on the session where the client named it, else on the agent. */
function stop(scene: Scene, named: boolean, hold: Hold, now: number): Scene {
  const { agent, session } = scene;
  if (!named) return { ...scene, agent: { ...agent, holds: raiseHold(agent.holds, hold) } };
  if (session.holds.some((one) => one.hold === hold.hold)) return scene;
  const recent = (agent.kills ?? []).filter((at) => now - at < KILLS_WINDOW_MS);
  const kills = [...recent, now].slice(-KILLS_MAX);
  const stopped = { ...scene, session: { ...session, holds: raiseHold(session.holds, hold) } };
  if (kills.length < KILLS_MAX) return { ...stopped, agent: { ...agent, kills } };
  const family = { ...hold, why: `${KILLS_MAX} sessions were stopped within 10 minutes` };
  return { ...stopped, agent: { ...agent, kills, holds: raiseHold(agent.holds, family) } };
}

/** What was watched at a place and below it is forgotten: a fresh start after a person's activation. */
export function forgetWatched(agent: AgentState, place: Place): AgentState {
  const forgotten = mapSessions(agent, place, (session) => {
    const threads = Object.fromEntries(
      Object.entries(session.threads).map(([name, thread]) => [
        name,
        place.level === 'thread' && name !== place.thread ? thread : withoutJudge(thread),
      ]),
    );
    return place.level === 'thread'
      ? { ...session, threads }
      : withoutWindow({ ...session, threads });
  });
  if (place.level !== 'agent' || forgotten.kills === undefined) return forgotten;
  const { kills: _, ...rest } = forgotten;
  return rest;
}

function withoutJudge(thread: ThreadState): ThreadState {
  const { judge: _judge, opinion: _opinion, ...rest } = thread;
  return rest;
}

function withoutWindow(session: SessionState): SessionState {
  const { window: _, ...rest } = session;
  return rest;
}
