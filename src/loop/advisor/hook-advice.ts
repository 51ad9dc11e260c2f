/**
 * Where a hook meets an advisor: whether one is to be asked about a pause, and whether it has answered.
 *
 * What asks is loaded only where a thread is paused: a hook starts before every tool call.
 */
import type { LoopEvent } from '../../clients/hook-event.ts';
import type { LoopState, SessionState, StuckPause } from '../files/loop-state.ts';
import type { SafetyEvent } from '../files/safety-log.ts';
import { ADVISOR_BY_DEFAULT, type AdvisorSettings } from '../manifest/engines.ts';
import type { Advice } from '../rules/situation.ts';

/** A thread that was just paused, and whom to ask about it. */
export interface AdviceQuestion {
  readonly session: SessionState;
  readonly pause: StuckPause;
  readonly advisor: AdvisorSettings;
}

/** The question that an event leads to; null when there is none, nobody to ask, or it was asked too often. */
export function adviceQuestion(
  before: Pick<LoopState, 'sessions'>,
  after: LoopState,
  { session: id }: LoopEvent,
): AdviceQuestion | null {
  const session = sessionIn(after, id);
  const known = sessionIn(before, id)?.pauses ?? [];
  const pause = session?.pauses?.find(
    (one) => !known.some(({ agent, sinceMs }) => agent === one.agent && sinceMs === one.sinceMs),
  );
  const { advisor } = after.manifest;
  if (session === undefined || pause === undefined || !isNamed(advisor)) return null;
  return (session.adviceAsked ?? 0) < advisor.maxCalls ? { session, pause, advisor } : null;
}

/** The entry of the log, and the state with the question counted. */
export function withQuestion(
  state: LoopState,
  { session, pause, advisor }: AdviceQuestion,
  { atMs }: LoopEvent,
): { readonly state: LoopState; readonly entry: SafetyEvent } {
  const asked = { ...session, adviceAsked: (session.adviceAsked ?? 0) + 1 };
  const deadlock = `${pause.level}: ${pause.signature} came ${pause.count} times`;
  const details = {
    deadlock,
    advisors: advisor.commands.map((one) => one.join(' ')),
    session: session.id,
  };
  return {
    state: {
      ...state,
      sessions: state.sessions.map((one) => (one === session ? asked : one)),
    },
    entry: {
      timestamp: new Date(atMs).toISOString(),
      type: 'OUT_OF_BAND_ADVISOR',
      details,
      action_taken: 'asked_advisor',
    },
  };
}

/** What an advisor said about the pause of the event's thread. */
export async function adviceFor(
  stateFolder: string,
  state: Pick<LoopState, 'sessions'>,
  { session, agent, atMs }: LoopEvent,
): Promise<Advice | null> {
  const pauses = sessionIn(state, session)?.pauses ?? [];
  const pause = pauses.find((one) => one.agent === (agent ?? ''));
  if (pause === undefined) return null;
  const { adviceAbout } = await import('./ask-advisor.ts');
  return adviceAbout(stateFolder, session, pause, atMs);
}

function sessionIn(
  { sessions }: Pick<LoopState, 'sessions'>,
  id: string,
): SessionState | undefined {
  return sessions.find((one) => one.id === id);
}

/** Whether a person named advisors: those of the default are for nights, and nobody agreed to pay them here. */
function isNamed({ commands }: AdvisorSettings): boolean {
  return (
    commands.length > 0 && JSON.stringify(commands) !== JSON.stringify(ADVISOR_BY_DEFAULT.commands)
  );
}
