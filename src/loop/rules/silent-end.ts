/**
 * The end of a session in the middle of a loop, without a word.
 *
 * One client has a check of its own for the same call again and again. It ends by itself just before HARD, with exit code 0
 * and no output, so nobody learns that nothing was done. A report tells, and holds the next session until it is read.
 */
import { blockerReport } from '../files/blocker-report.ts';
import { shownSignature } from './ladder-call.ts';
import { standingFinding } from './ladder.ts';
import { note, raise, sessionOf, withSession, type Rule, type Situation } from './situation.ts';

/** Follows whether the session's own thread is in the middle of a turn, and judges the end. */
export const silentEndRule: Rule = (now) => {
  const { event } = now;
  if (event.agent !== null) return now;
  if (event.kind === 'tool-after') return withSession(now, { isMidTurn: true });
  if (event.kind === 'stop' || event.kind === 'prompt') {
    return sessionOf(now).isMidTurn === true ? withSession(now, { isMidTurn: false }) : now;
  }
  const isSilent = event.kind === 'session-end' && event.endsLoops === true;
  // A supervisor goes on with the same session, and its ladder with it.
  if (!isSilent || now.around.unattended || sessionOf(now).isMidTurn !== true) return now;
  return judgeEnd(now);
};

function judgeEnd(now: Situation): Situation {
  const found = standingFinding(now);
  const isNearHard = found !== null && found.count >= now.state.manifest.hardLoopThreshold - 1;
  if (!isNearHard || found.level !== 'SOFT_LOOP') return now;
  const { level, signature, count } = found;
  const why = `${level}: ${shownSignature(signature)} ran ${count} times and brought nothing new, and the session ended without a word`;
  const text = blockerReport(now, why);
  const raised = raise(now, { kind: 'blocker', why, text, endsSession: null });
  return note(raised, level, 'created_blocker_report', { signature, count });
}
