/**
 * safety_log.json: what the rules saw and did, the last thousand events, in the safety rules' own words.
 */
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf } from '../../base/json-values.ts';

/** What happened. */
export type SafetyEventType =
  | 'SOFT_LOOP'
  | 'HARD_LOOP'
  | 'INFINITE_LOOP'
  | 'DUPLICATE_CHAIN'
  | 'NO_PROGRESS'
  | 'DIRTY_BIT_VIOLATION'
  | 'ITERATION_CAP'
  | 'COMPACTION_GATE'
  | 'MANUAL_OVERRIDE'
  | 'SELF_RELEASE'
  | 'HOLD_RESTORED'
  | 'PROTECTED_PATH'
  | 'IDENTITY_DRIFT'
  | 'RESERVED_ACTION'
  | 'MANIFEST_INVALID'
  | 'MANIFEST_EDIT'
  | 'LOG_REPLACED'
  | 'OUT_OF_BAND_ADVISOR'
  | 'ENGINE_FALLBACK'
  | 'SUPERVISOR';

/** What was done about it. */
export type ActionTaken =
  | 'continued_monitoring'
  | 'paused_for_new_approach'
  | 'counted_failure'
  | 'created_blocker_report'
  | 'injected_test_prompt'
  | 'injected_docs_prompt'
  | 'asked_for_test_command'
  | 'allowed_incomplete'
  | 'created_checkpoint'
  | 'recommended_compaction'
  | 'requested_compaction'
  | 'blocked_tool_calls'
  | 'compacted'
  | 'restarted_session'
  | 'stopped_session'
  | 'paused'
  | 'resumed'
  | 'restored_file'
  | 'denied_tool'
  | 'applied'
  | 'restored_manifest'
  | 'kept_broken_log'
  | 'resumed_with_new_approach'
  | 'asked_advisor'
  | 'injected_advice'
  | 'injected_built_in_prompt'
  | 'switched_engine'
  /** Nothing: the rule is in shadow. */
  | 'reported_only';

/** One entry of the log. */
export interface SafetyEvent {
  /** ISO time. */
  readonly timestamp: string;
  readonly type: SafetyEventType;
  readonly details: Readonly<Record<string, unknown>>;
  readonly action_taken: ActionTaken;
}

const EVENTS_KEPT = 1_000;

/** The log with these events at its end; null when the text is no log. */
export function appendToLog(text: string | null, events: readonly SafetyEvent[]): string | null {
  const before = text === null ? [] : eventsOf(text);
  if (before === null) return null;
  return `${JSON.stringify({ events: [...before, ...events].slice(-EVENTS_KEPT) }, null, 2)}\n`;
}

/** The events of a log; null when the text is none. */
export function eventsOf(text: string): readonly SafetyEvent[] | null {
  const { events } = fieldsOf(parseJson(text));
  return Array.isArray(events) ? (events as SafetyEvent[]) : null;
}
