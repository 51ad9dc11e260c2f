/**
 * Rules in shadow: what one would have done is written down, and nothing of it is done.
 *
 * Counters go on, so that the report is about the same moments at which the rule would have acted. Denials, prompts,
 * holds, pauses, files and words to the model are left out.
 */
import type { LoopState } from '../files/loop-state.ts';
import type { SafetyEvent, SafetyEventType } from '../files/safety-log.ts';
import type { RuleCode } from './apply-rules.ts';
import type { Situation } from './situation.ts';

/** The rules about the work, each with what it calls its events. */
const NAMES = {
  ITERATION_CAP: 'ITERATION_CAP',
  COMPACTION_GATE: 'COMPACTION_GATE',
  NO_PROGRESS: 'NO_PROGRESS',
  DIRTY_BIT_VIOLATION: 'DIRTY_BIT_VIOLATION',
  LADDER: 'HARD_LOOP',
  NEW_APPROACH: 'HARD_LOOP',
} as const satisfies Partial<Record<RuleCode, SafetyEventType>>;

/** The codes of the rules that may be in shadow. */
export const IN_SHADOW: ReadonlySet<RuleCode> = new Set(Object.keys(NAMES) as RuleCode[]);

/** The situation after a rule that only reports. */
export function reportOnly(before: Situation, acted: Situation, code: RuleCode): Situation {
  const told = acted.log.slice(before.log.length).map(reported);
  const isSilent = told.length === 0 && wouldAct(before, acted);
  const own = isSilent ? [silentEvent(acted, code)] : told;
  return {
    ...before,
    call: acted.call,
    state: unpaused(before.state, acted.state),
    log: [...before.log, ...own],
  };
}

/** The counters after the rule, with the holds and pauses from before it. */
function unpaused(before: LoopState, after: LoopState): LoopState {
  const pausesOf = (id: string) => before.sessions.find((one) => one.id === id)?.pauses ?? [];
  const sessions = after.sessions.map((one) => ({ ...one, pauses: pausesOf(one.id) }));
  return { ...after, holds: before.holds, sessions };
}

function wouldAct(before: Situation, acted: Situation): boolean {
  return acted.denial !== before.denial || acted.goOn !== before.goOn;
}

function reported(event: SafetyEvent): SafetyEvent {
  const { action_taken: would_have, details } = event;
  return { ...event, details: { ...details, would_have }, action_taken: 'reported_only' };
}

/** A rule that denies again what it denied before writes nothing: here that would hide how often it acts. */
function silentEvent({ event, denial, goOn }: Situation, code: RuleCode): SafetyEvent {
  const why = denial?.reason ?? goOn ?? '';
  return {
    timestamp: new Date(event.atMs).toISOString(),
    type: NAMES[code as keyof typeof NAMES],
    details: { would_have: 'denied_tool', why },
    action_taken: 'reported_only',
  };
}
