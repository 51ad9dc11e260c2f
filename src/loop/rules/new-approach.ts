/**
 * The pause of a thread that is stuck (HARD_LOOP, DUPLICATE_CHAIN): no tool runs until there is a new approach.
 *
 * It comes from whoever has one: a person by a prompt, the advisor by its answer, or the agent itself, which has to write
 * it down. Whoever keeps asking for tools instead is not going to stop, so that ends like an endless loop.
 */
import { createHash } from 'node:crypto';
import { resolve, sep } from 'node:path';
import { redactSecrets } from '../../base/secrets/redact-secrets.ts';
import { INFINITE_LOOP } from '../../detect/index.ts';
import { blockerReport } from '../files/blocker-report.ts';
import type { StuckPause } from '../files/loop-state.ts';
import { commandOf, editedText, pathsOf } from '../reserved/tool-call.ts';
import { shownSignature } from './ladder-call.ts';
import { judgeAsked } from './ladder.ts';
import { APPROACH } from './protected-paths.ts';
import {
  deny,
  note,
  raise,
  say,
  sessionOf,
  withManifest,
  withSession,
  type Rule,
  type Situation,
} from './situation.ts';
import { howToContinue, pauseOf, withPauses } from './stuck-pause.ts';

/** A sentence, and not a word. */
const APPROACH_LENGTH_MIN = 40;
const APPROACHES_KEPT = 20;
const SHOWN_LENGTH = 200;
const DIGEST_LENGTH = 16;

/** The call that is stuck has words and a count of its own; advice comes before them. */
export const stuckCallRule: Rule = (now) => {
  const isDue = now.event.kind === 'tool-before' && now.denial === null && pauseOf(now) !== null;
  return isDue && typeof now.around.advice?.text !== 'string' ? judgeAsked(now) : now;
};

/** Nothing but a new approach passes. */
export const newApproachRule: Rule = (now) => {
  const { event } = now;
  if (event.kind === 'prompt' && event.agent === null) return withSession(now, { pauses: [] });
  const pause = pauseOf(now);
  if (pause === null) return now;
  if (event.kind === 'session-end') return leftStuck(now, pause);
  if (event.kind === 'stop') {
    const heard = event.lastMessage === '' ? now : told(now, pause);
    return advised(heard, pauseOf(heard) ?? pause, (one, words) => ({ ...one, goOn: words }));
  }
  if (event.kind === 'tool-after') return statedIn(now, pause);
  if (event.kind !== 'tool-before' || now.denial !== null) return now;
  const helped = advised(now, pause, (one, words) => deny(one, words));
  if (helped !== now) return helped;
  if (approachIn(now) === null) return denied(now, pause);
  // What one client does by a patch is not reported when it is over.
  return now.call?.isPatch === true ? statedIn(now, pause) : now;
};

/** The agent has said something to a person since it was paused. */
function told(now: Situation, pause: StuckPause): Situation {
  return replaced(now, pause, { ...pause, isTold: true });
}

/**
 * The session is over, and nobody was told that it was stuck: one client ends a loop by itself, without a word. Then a
 * report says it, and holds the next session until a person has read it. A supervisor sees to that itself.
 */
function leftStuck(now: Situation, pause: StuckPause): Situation {
  if (pause.isTold === true || now.around.unattended) return now;
  const { level, signature, count } = pause;
  const why = `${level}: ${shownSignature(signature)} ran ${count} times and brought nothing new, and the session ended without a new approach`;
  const raised = raise(now, {
    kind: 'blocker',
    why,
    text: blockerReport(now, why),
    endsSession: null,
  });
  return note(raised, level, 'created_blocker_report', { signature, count });
}

/** What the advisor said, once. */
function advised(
  now: Situation,
  pause: StuckPause,
  tell: (now: Situation, words: string) => Situation,
): Situation {
  const advice = now.around.advice ?? null;
  if (advice === null || advice.text === null) return now;
  const { by, text } = advice;
  const deadlock = `${pause.level}: ${pause.signature} came ${pause.count} times`;
  const noted = note(now, 'OUT_OF_BAND_ADVISOR', 'injected_advice', { deadlock, advisor: by });
  const words = `Tripwire asked ${by} for a way out of ${pause.level}. The pause is over; this call did not run. Its answer:\n\n${text}`;
  return tell(lifted(noted, pause), words);
}

function denied(now: Situation, pause: StuckPause): Situation {
  const isAsking = now.around.advice?.text === null;
  const denials = isAsking ? pause.denials : pause.denials + 1;
  const counted = replaced(now, pause, { ...pause, denials });
  const { level, signature, count } = pause;
  const what = `${level}: ${shownSignature(signature)} ran ${count} times and brought nothing new`;
  if (denials < INFINITE_LOOP - now.state.manifest.hardLoopThreshold) {
    const waiting = isAsking
      ? ' An advisor has been asked; its answer comes with a later call.'
      : '';
    return deny(counted, `Paused by Tripwire: ${what}. ${howToContinue(now)}${waiting}`);
  }
  const why = `INFINITE_LOOP: ${what}, and ${denials} more calls were asked for without a new approach`;
  const raised = raise(counted, {
    kind: 'blocker',
    why,
    text: blockerReport(counted, why),
    endsSession: now.event.session,
  });
  const noted = note(raised, 'INFINITE_LOOP', 'created_blocker_report', { signature, count });
  return deny(noted, `Stopped by Tripwire: ${why}. BLOCKER_REPORT.md says what was tried.`, true);
}

/** The agent wrote its new approach down. */
function statedIn(now: Situation, pause: StuckPause): Situation {
  const approach = approachIn(now);
  if (approach === null || now.call?.step.error !== null) return now;
  const digest = createHash('sha256').update(approach).digest('hex').slice(0, DIGEST_LENGTH);
  const known = sessionOf(now).approaches ?? [];
  if (approach.length < APPROACH_LENGTH_MIN) {
    return say(now, `Tripwire: that is no approach yet. ${howToContinue(now)}`);
  }
  if (known.includes(digest)) {
    return say(now, `Tripwire: that is the approach of last time. ${howToContinue(now)}`);
  }
  const { level, signature } = pause;
  const details = { signature, approach: redactSecrets(approach).slice(0, SHOWN_LENGTH) };
  const noted = note(lifted(now, pause), level, 'resumed_with_new_approach', details);
  const kept = withSession(noted, { approaches: [...known, digest].slice(-APPROACHES_KEPT) });
  return say(kept, 'Tripwire: the new approach is noted, and the pause is over. Follow it.');
}

/** The text of a call that writes the approach and touches nothing else; null for any other call. */
function approachIn({ event, around, call }: Situation): string | null {
  if (!('args' in event)) return null;
  const folders = [around.places.stateFolder, `${event.cwd}${sep}.geometry`];
  const files = folders.map((folder) => `${folder}${sep}${APPROACH}`);
  const paths = pathsOf(event.args, event.cwd);
  const isFile = paths.length > 0 && paths.every((path) => files.includes(path));
  const command = commandOf(event.args);
  if (isFile && (command === null || call?.isPatch === true)) {
    return editedText(event.args).after.trim();
  }
  const written = WRITES.exec(command ?? '')?.groups;
  const file = written?.['file'];
  const isThere = file !== undefined && files.includes(resolve(event.cwd, file));
  return isThere ? (written?.['text'] ?? '').trim() : null;
}

/** `cat > FILE <<'END' … END`, and nothing besides; the quotes keep the shell from reading the text. */
const WRITES =
  /^\s*cat >{1,2} ?["']?(?<file>[\w./~-]+)["']? <<-?\s*["'](?<end>\w+)["']\n(?<text>[\s\S]*?)\n\k<end>\s*$/;

function replaced(now: Situation, pause: StuckPause, by: StuckPause): Situation {
  const pauses = sessionOf(now).pauses ?? [];
  return withPauses(
    now,
    pauses.map((one) => (one === pause ? by : one)),
  );
}

function lifted(now: Situation, pause: StuckPause): Situation {
  const others = (sessionOf(now).pauses ?? []).filter((one) => one !== pause);
  return withManifest(withPauses(now, others), { loopDetected: false });
}
