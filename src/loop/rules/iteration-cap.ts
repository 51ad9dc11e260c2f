/**
 * The iteration cap: so many turns, then a checkpoint, and a person decides whether it goes on.
 *
 * An iteration is one turn of the session's own thread. A stop that is turned back ends one too: otherwise
 * an agent that is sent back for ever never reaches the cap.
 */
import { checkpointText } from '../files/checkpoint-text.ts';
import { runningCalls } from './hold-files.ts';
import { note, raise, say, withManifest, type Rule } from './situation.ts';

/** A session that was silent for so long is over, said or not. */
const LIVE_MS = 1_800_000;

/** Counts turns. */
export const iterationCapRule: Rule = (now) => {
  const { event, state } = now;
  if (event.agent !== null) return now;
  if (event.kind === 'session-start') {
    const isKnown = state.sessions.some(({ id }) => id === event.session);
    // An agent may start another by a call; while that call runs, the first is silent and alive.
    const isAlone =
      runningCalls(state, event.atMs).length === 0 &&
      state.sessions.every(({ lastAtMs }) => event.atMs - lastAtMs > LIVE_MS);
    const isHeld = state.holds.some(({ kind }) => kind === 'checkpoint');
    // A supervised worker is restarted in the middle of a night; the supervisor says when a new one begins.
    const isSupervised = now.around.unattended;
    return isKnown || !isAlone || isHeld || isSupervised
      ? now
      : withManifest(now, { iterationCount: 0 });
  }
  if (event.kind !== 'stop') return now;
  const iterationCount = state.manifest.iterationCount + 1;
  const counted = withManifest(now, { iterationCount });
  const { maxIterations } = state.manifest;
  if (iterationCount < maxIterations) return counted;
  const why = `Reached iteration cap: ${iterationCount}/${maxIterations}`;
  const raised = raise(counted, {
    kind: 'checkpoint',
    why,
    text: checkpointText(counted),
    endsSession: null,
  });
  if (raised === counted) return counted;
  const details = { iteration_count: iterationCount, max_iterations: maxIterations };
  const noted = note(raised, 'ITERATION_CAP', 'created_checkpoint', details);
  return say(noted, `Tripwire: ${why}. CHECKPOINT.md was written; a person lets it continue.`);
};
