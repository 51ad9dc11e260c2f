/**
 * No progress: iterations that end in failing tests, a failing build or the same error again are counted, and
 * at the limit a person has to look.
 *
 * Inside a turn a failure counts when it is the very same one although the code was changed since; fewer
 * failing tests than before is progress. Strict counts every failing run after a change.
 */
import type { LoopEvent } from '../../clients/hook-event.ts';
import { blockerReport } from '../files/blocker-report.ts';
import { NEW_TURN, type CheckKind } from '../files/loop-state.ts';
import type { CallFacts } from './call-facts.ts';
import {
  note,
  raise,
  say,
  sessionOf,
  withManifest,
  withSession,
  type Rule,
  type Situation,
} from './situation.ts';

const ERRORS_KEPT = 50;
const LINE_LENGTH_MAX = 160;

type ToolAfter = Extract<LoopEvent, { kind: 'tool-after' }>;

/** Failures in a row. */
export const noProgressRule: Rule = (now) => {
  const { event, call } = now;
  if (event.kind === 'prompt' && event.agent === null) return withSession(now, { turn: NEW_TURN });
  if (event.kind === 'tool-after' && call !== null) return judgeCall(now, event, call);
  if (event.kind === 'tool-before' && now.denial === null && (call?.changed ?? null) !== null) {
    return codeChanged(now);
  }
  return event.kind === 'stop' && event.agent === null ? judgeTurn(now) : now;
};

function judgeCall(now: Situation, { result }: ToolAfter, call: CallFacts): Situation {
  const { step, check, changed } = call;
  if (check !== null) return judgeCheck(now, call, check, result);
  if (step.error === null) return changed === null ? now : codeChanged(now);
  return step.infrastructure ? now : judgeError(now, step.errorText ?? step.error);
}

/** The code is another one: what failed before may pass now. */
function codeChanged(now: Situation): Situation {
  const { turn, failing } = sessionOf(now);
  const changed = Object.fromEntries(
    Object.entries(failing).map(([kind, check]) => [kind, { ...check, isChangedSince: true }]),
  );
  return withSession(now, {
    failing: changed,
    turn: { ...turn, changed: true, errors: [], sameErrorTwice: false },
  });
}

function judgeCheck(now: Situation, call: CallFacts, kind: CheckKind, result: string): Situation {
  const session = sessionOf(now);
  const passed = call.passed === true;
  const { [kind]: before, ...others } = session.failing;
  const turn = { ...session.turn, passed };
  if (passed) {
    const fine = withSession(now, { failing: others, turn });
    return Object.keys(others).length === 0 ? withManifest(fine, { consecutiveFailures: 0 }) : fine;
  }
  const print = call.step.exactOutcome;
  const firstLine = tellingLine(result);
  const command = (call.command ?? call.step.tool).slice(0, LINE_LENGTH_MAX);
  const failing = { ...others, [kind]: { print, command, firstLine, isChangedSince: false } };
  const failed = withSession(now, { failing, turn });
  const isAgain = before?.isChangedSince === true && before.print === print;
  const isAfterChange = before === undefined ? session.turn.changed : before.isChangedSince;
  const counts = now.state.manifest.strict ? isAfterChange || kind === 'build' : isAgain;
  return counts ? countFailure(failed, `the ${kind} fails: ${firstLine}`) : failed;
}

function judgeError(now: Situation, error: string): Situation {
  const { turn } = sessionOf(now);
  const isAgain = turn.errors.includes(error);
  const errors = [...turn.errors, error].slice(-ERRORS_KEPT);
  const seen = withSession(now, {
    turn: { ...turn, errors, sameErrorTwice: turn.sameErrorTwice || isAgain },
  });
  return isAgain && now.state.manifest.strict
    ? countFailure(seen, 'the same error appeared twice')
    : seen;
}

/** A turn ends: did it get the task on? */
function judgeTurn(now: Situation): Situation {
  const { turn } = sessionOf(now);
  const ended = withSession(now, { turn: NEW_TURN });
  const why = whyTurnFailed(now);
  if (why !== null) return turn.failures === 0 ? countFailure(ended, why, 0) : ended;
  const gained = turn.changed || turn.passed === true || treeChanged(now) === true;
  return gained ? withManifest(ended, { consecutiveFailures: 0 }) : ended;
}

function whyTurnFailed(now: Situation): string | null {
  const { turn, failing } = sessionOf(now);
  const { unattended } = now.around;
  const [kind, check] = Object.entries(failing)[0] ?? [];
  if (turn.passed === false) return `the turn ended with a failing ${kind}: ${check?.firstLine}`;
  if (turn.sameErrorTwice) return 'the same error appeared twice and nothing was changed since';
  const isSame = !turn.changed && treeChanged(now) !== true;
  return unattended && isSame && turn.passed !== true ? 'no file was changed' : null;
}

/** Whether the working tree is another one than at the end of the last turn; null when nobody can tell. */
function treeChanged({ around, state }: Situation): boolean | null {
  return around.tree === null || state.tree === null ? null : around.tree !== state.tree;
}

/** A hold stood before this event: what fails while a person is waited for is no further failure. */
function isHeld({ state, signals }: Situation): boolean {
  const raised = signals.filter(({ change }) => change === 'raise').map(({ hold }) => hold);
  return state.holds.some(({ kind }) => !raised.includes(kind));
}

function countFailure(now: Situation, why: string, inTurn = 1): Situation {
  if (isHeld(now)) return now;
  const { turn } = sessionOf(now);
  const { consecutiveFailures, maxConsecutiveFailures } = now.state.manifest;
  const failures = consecutiveFailures + 1;
  const counted = withManifest(
    withSession(now, { turn: { ...turn, failures: turn.failures + inTurn } }),
    { consecutiveFailures: failures },
  );
  const details = { consecutive_failures: failures, max: maxConsecutiveFailures, why };
  if (failures < maxConsecutiveFailures) {
    return note(counted, 'NO_PROGRESS', 'counted_failure', details);
  }
  const issue = `No progress: ${failures} consecutive failures of at most ${maxConsecutiveFailures}, the last because ${why}`;
  const raised = raise(counted, {
    kind: 'blocker',
    why: issue,
    text: blockerReport(counted, issue),
    endsSession: null,
  });
  const noted = note(raised, 'NO_PROGRESS', 'created_blocker_report', details);
  return say(
    noted,
    `Tripwire: ${issue}. Work is paused; BLOCKER_REPORT.md was written. Tell the person.`,
  );
}

/** The first line that says what failed. */
function tellingLine(result: string): string {
  const lines = result.split('\n').map((line) => line.trim());
  const telling = lines.find((line) =>
    /\b(?:error|fail(?:ed|ure|ures|ing)?|not ok|panic)\b/i.test(line),
  );
  return (telling ?? lines.find((line) => line !== '') ?? 'no output').slice(0, LINE_LENGTH_MAX);
}
