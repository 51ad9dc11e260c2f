/**
 * Short ways to write records and to judge a list of them, for tests of the core.
 */
import {
  FROZEN_V0_2,
  initialState,
  step,
  type AgentEvent,
  type AgentRecord,
  type AgentState,
  type Constitution,
  type Decision,
  type EventRecord,
  type ExecutionStatus,
  type OperatorAction,
  type OperatorRecord,
  type ResultRecord,
  type NoteRecord,
  type SignalRecord,
  type TickRecord,
} from '../../src/core/index.ts';

/** An event with harmless values where none are given. */
export function event(timestamp: number, values: Partial<AgentEvent> = {}): EventRecord {
  const harmless = { tokenCount: 0, toolCalls: 0, latencyMs: 100, outputLength: 10 };
  return { type: 'event', event: { ...harmless, ...values, timestamp } };
}

export function tick(timestamp: number): TickRecord {
  return { type: 'tick', timestamp };
}

export function result(timestamp: number, status: ExecutionStatus): ResultRecord {
  const executed = status !== 'BLOCKED';
  return { type: 'result', timestamp, result: { executed, status, tokensUsed: 0, latencyMs: 1 } };
}

export function operator(
  timestamp: number,
  action: OperatorAction,
  more: Partial<OperatorRecord> = {},
): OperatorRecord {
  return { ...more, type: 'operator', timestamp, action };
}

export function signal(
  timestamp: number,
  change: 'raise' | 'lift',
  hold: SignalRecord['hold'],
  more: Partial<SignalRecord> = {},
): SignalRecord {
  const source = 'loop';
  return { source, details: 'because', ...more, type: 'signal', timestamp, change, hold };
}

export function note(timestamp: number, more: Partial<NoteRecord> = {}): NoteRecord {
  return { source: 'loop', details: 'because', ...more, type: 'signal', timestamp, change: 'note' };
}

/** Events that repeat themselves, `gapMs` apart, from `from` on. */
export function looping(from: number, count = 5, gapMs = 1_000): EventRecord[] {
  return Array.from({ length: count }, (_, index) =>
    event(from + index * gapMs, { outputHash: 'same-output' }),
  );
}

/** Twelve intervals of 6 s, then 25 of 0.7 s. */
export function accelerating(from: number, values: Partial<AgentEvent> = {}): EventRecord[] {
  const slow = Array.from({ length: 13 }, (_, index) => from + index * 6_000);
  const start = from + 12 * 6_000;
  const fast = Array.from({ length: 25 }, (_, index) => start + (index + 1) * 700);
  return [...slow, ...fast].map((timestamp) => event(timestamp, values));
}

/** The decisions on a list of records of one agent, and the state after them. */
export function judge(
  records: readonly AgentRecord[],
  constitution: Constitution = FROZEN_V0_2,
  from: AgentState = initialState(constitution),
): {
  readonly decisions: readonly Decision[];
  readonly last: Decision;
  readonly state: AgentState;
} {
  let state = from;
  const decisions = records.map((record) => {
    const { state: next, ...decision } = step(state, record, constitution);
    state = next;
    return decision;
  });
  const last = decisions.at(-1);
  if (last === undefined) throw new Error('there was no record to judge');
  return { decisions, last, state };
}
