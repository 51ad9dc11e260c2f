/**
 * The ladder: a warning at SOFT, no more of that call at HARD, the end of the session at INFINITE.
 *
 * The outcome of a call decides whether it gained something, so the ladder is climbed when a call comes back.
 * A call that is turned down climbs too: whoever asks ten times for the same is not going to stop.
 */
import {
  climb,
  INFINITE_LOOP,
  ladderLevel,
  ladderRepeats,
  type LadderCall,
  type LadderFinding,
} from '../../detect/index.ts';
import { blockerReport } from '../files/blocker-report.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { ladderCall, shownSignature, signatureOf } from './ladder-call.ts';
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
import { howToContinue, pauseThread } from './stuck-pause.ts';

const THREADS_KEPT = 16;

/** The ladder of the event's thread. */
export const ladderRule: Rule = (now) => {
  const { event, call: facts } = now;
  if (event.kind === 'prompt') return now.around.unattended ? now : newWords(now);
  if (event.kind === 'tool-before' && now.denial === null) {
    const judged = judgeAsked(now);
    const isOver = judged.denial === null && (facts?.changed ?? null) !== null;
    return isOver ? climbed(judged) : judged;
  }
  return event.kind === 'tool-after' ? climbed(now) : now;
};

/** A call is over: where does that lead? */
function climbed(now: Situation): Situation {
  const { event, call: facts } = now;
  if (!('args' in event) || facts === null || facts.isNote) return now;
  const { manifest } = now.state;
  const call = ladderCall(event, facts, callsOf(now), manifest.strict);
  if (call === null) return now;
  const calls = climb(callsOf(now), call, manifest.signatureHistoryDepth);
  const higher = withThread(now, calls);
  const found = findingOf(calls, manifest);
  return found === null ? withManifest(higher, { loopDetected: false }) : tell(higher, found);
}

/** A person said something: that is a new approach, and "run it again" must be possible. */
function newWords(now: Situation): Situation {
  return withManifest(withThread(now, []), { loopDetected: false });
}

/** Asked for again although it led nowhere: it does not run. */
export function judgeAsked(now: Situation): Situation {
  const { event, call: facts, state } = now;
  if (event.kind !== 'tool-before' || facts === null) return now;
  const calls = callsOf(now);
  const signature = signatureOf(event, facts, state.manifest.strict);
  const last = calls.findLast((one) => one.signature === signature);
  if (last === undefined) return now;
  const before = findingOf(calls, state.manifest);
  const denied = { ...last, changed: false, denied: true };
  const again = climb(calls, denied, state.manifest.signatureHistoryDepth);
  const found = findingOf(again, state.manifest);
  if (found === null || found.level === 'SOFT_LOOP') return now;
  // The one that would complete a chain or reach HARD may still bring something else than the last time.
  const isAlready =
    (found.level === 'DUPLICATE_CHAIN' && before?.level === 'DUPLICATE_CHAIN') ||
    ladderRepeats(calls, last, state.manifest.strict) >= state.manifest.hardLoopThreshold ||
    wasDenied(calls, last);
  if (!isAlready) return now;
  const higher = withManifest(withThread(now, again), { loopDetected: true });
  const why = endlessWhy(again, found, state.manifest.hardLoopThreshold);
  if (why === null) return deny(higher, newApproach(ranOnly(again, found)));
  const raised = raise(higher, {
    kind: 'blocker',
    why,
    text: blockerReport(higher, why),
    endsSession: event.session,
  });
  const { signature: looped, count } = found;
  const noted = note(raised, 'INFINITE_LOOP', 'created_blocker_report', {
    signature: looped,
    count,
  });
  return deny(noted, `Stopped by Tripwire: ${why}. BLOCKER_REPORT.md says what was tried.`, true);
}

/** Turned down before, and nothing was changed since. */
function wasDenied(calls: readonly LadderCall[], last: LadderCall): boolean {
  return last.denied === true && sinceChange(calls).includes(last);
}

/**
 * Why it is endless; null when it is not yet. In a circle of several calls none of them comes ten times among the
 * last ten, so what was turned down counts too: as often as lies between HARD and INFINITE.
 */
function endlessWhy(
  calls: readonly LadderCall[],
  { signature, count }: LadderFinding,
  hardLoopThreshold: number,
): string | null {
  if (count >= INFINITE_LOOP) {
    return `INFINITE_LOOP: ${shownSignature(signature)} was asked for ${count} times without a gain`;
  }
  const denials = sinceChange(calls).filter(({ denied }) => denied === true).length;
  if (denials < INFINITE_LOOP - hardLoopThreshold) return null;
  return `INFINITE_LOOP: ${denials} calls that had led nowhere were asked for again, the last of them ${shownSignature(signature)}`;
}

/** The calls since the last successful change. */
function sinceChange(calls: readonly LadderCall[]): readonly LadderCall[] {
  return calls.slice(calls.findLastIndex(({ changed }) => changed) + 1);
}

/** What a call that came back has reached. */
function tell(now: Situation, { level, signature, count }: LadderFinding): Situation {
  const { manifest } = now.state;
  if (level !== 'SOFT_LOOP') {
    const found = { level, signature, count };
    const noted = note(now, level, 'paused_for_new_approach', { signature, count });
    const paused = pauseThread(withManifest(noted, { loopDetected: true }), found);
    return say(paused, `${newApproach(ranOnly(callsOf(now), found))} ${howToContinue(now)}`);
  }
  const isIdle = isIdleRepeat(callsOf(now), manifest);
  const calm = withManifest(now, { loopDetected: false });
  // The third test run among edits is worth a line in the log, but nothing to tell the agent off for.
  if (!isIdle && count > manifest.softLoopThreshold) return calm;
  const noted = note(calm, level, 'continued_monitoring', { signature, count });
  return isIdle
    ? say(
        noted,
        `Tripwire: ${shownSignature(signature)} ran ${count} times within the last ${manifest.signatureHistoryDepth} calls and brought nothing new. Change the approach.`,
      )
    : noted;
}

/** The last call came back as often as SOFT says, and nothing was gained. */
function isIdleRepeat(calls: readonly LadderCall[], manifest: Manifest): boolean {
  const last = calls.at(-1);
  if (last === undefined) return false;
  return ladderRepeats(calls, last, manifest.strict) >= manifest.softLoopThreshold;
}

/** What the event's thread stands at, where its last call led nowhere. */
export function standingFinding(now: Situation): LadderFinding | null {
  const calls = callsOf(now);
  return isIdleRepeat(calls, now.state.manifest) ? findingOf(calls, now.state.manifest) : null;
}

/** The same finding with the calls that ran: one that was refused did not, however often it was asked for. */
function ranOnly(calls: readonly LadderCall[], found: LadderFinding): LadderFinding {
  const refused = sinceChange(calls).filter(
    ({ signature, denied }) => signature === found.signature && denied === true,
  );
  return { ...found, count: found.count - refused.length };
}

/** The built-in prompt, until an advisor gives a better one. */
function newApproach({ level, signature, count }: LadderFinding): string {
  return `Tripwire ${level}: ${shownSignature(signature)} ran ${count} times and brought nothing new. It will not run again as it is. Stop this approach. Say in one sentence what it was meant to achieve and why it did not. Then look for the cause with a call you have not made yet (read the code, the whole error, the documents), and try something fundamentally different; if there is nothing left to try, tell the person what blocks you.`;
}

/** With the rungs of the manifest. */
function findingOf(calls: readonly LadderCall[], manifest: Manifest): LadderFinding | null {
  const { strict, softLoopThreshold: soft, hardLoopThreshold: hard } = manifest;
  return ladderLevel(calls, strict, { soft, hard });
}

function callsOf(now: Situation): readonly LadderCall[] {
  const agent = now.event.agent ?? '';
  return sessionOf(now).threads.find((one) => one.agent === agent)?.calls ?? [];
}

function withThread(now: Situation, calls: readonly LadderCall[]): Situation {
  const agent = now.event.agent ?? '';
  const others = sessionOf(now).threads.filter((one) => one.agent !== agent);
  const threads = [...others, { agent, calls }].slice(-THREADS_KEPT);
  const shown = calls.slice(-now.state.manifest.signatureHistoryDepth);
  return withManifest(withSession(now, { threads }), {
    lastToolSignatures: shown.map(({ signature }) => signature),
  });
}
