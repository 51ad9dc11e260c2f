/**
 * Why an answer was no plain yes, as a code.
 *
 * The words of an answer quote commands, errors and declarations, so a replay cannot keep them; the rule that gave it
 * and what went into the safety log say the same without them.
 */
import { HOLD_KINDS, type LoopHoldKind } from '../files/loop-state.ts';
import type { Applied } from '../rules/apply-rules.ts';

const HOLD_CODES: Readonly<Record<LoopHoldKind, string>> = {
  stop: 'HOLD_MANUAL',
  blocker: 'HOLD_BLOCKER',
  checkpoint: 'HOLD_CHECKPOINT',
  pause: 'HOLD_PAUSED',
};

/** What each code means, for people. */
export const TRAJECTORY_REASONS: Readonly<Record<string, string>> = {
  HOLD_MANUAL: 'STOP is there',
  HOLD_BLOCKER: 'BLOCKER_REPORT.md stands: too many failures in a row, or a loop without an end',
  HOLD_CHECKPOINT: 'CHECKPOINT.md stands: the iteration cap was reached',
  HOLD_PAUSED: 'PAUSE is there',
  MANIFEST_INVALID: 'MANIFEST.yaml cannot be read',
  PROTECTED_PATH: 'the call touches files of Tripwire',
  COMPACTION_GATE: 'the context is nearly full',
  INFINITE_LOOP: 'the same call was asked for ten times without a gain',
  REPEATED_CALL: 'a call, or a chain of calls, that led nowhere was asked for again',
  NEW_APPROACH: 'the agent is stuck, and no tool runs until there is a new approach',
  IDENTITY_DRIFT: 'the call is reserved, and the agent is not the pinned one',
  RESERVED_ACTION: 'the call is reserved, and no role of the agent may make it',
  GATE: 'the gate refused it; tripwire explain says why',
  DIRTY_BIT_VIOLATION: 'changed code is not tested, its tests fail, or its documents are old',
};

/** The code; null for a plain yes. */
export function reasonOf({
  answer,
  decidedBy,
  log,
  state,
}: Pick<Applied, 'answer' | 'decidedBy' | 'log' | 'state'>): string | null {
  if (answer.kind === 'pass' || answer.kind === 'undecided') return null;
  // The rules had nothing against it, so it was the gate behind them.
  if (decidedBy === null) return 'GATE';
  if (decidedBy === 'HOLD') {
    const kind = HOLD_KINDS.find((one) => state.holds.some((hold) => hold.kind === one));
    if (kind !== undefined) return HOLD_CODES[kind];
  }
  if (decidedBy === 'LADDER' || decidedBy === 'NEW_APPROACH') {
    if (log.some(({ type }) => type === 'INFINITE_LOOP')) return 'INFINITE_LOOP';
    return decidedBy === 'LADDER' ? 'REPEATED_CALL' : 'NEW_APPROACH';
  }
  const denied = log.findLast((entry) => entry.action_taken === 'denied_tool');
  return isReason(decidedBy) ? decidedBy : (denied?.type ?? decidedBy);
}

/** A rule that says no for one reason only has that reason as its code. */
function isReason(code: string): boolean {
  return Object.hasOwn(TRAJECTORY_REASONS, code);
}
