/**
 * Runs a sequence through the core, one step after the other.
 */
import {
  initialState,
  step,
  type AgentState,
  type Constitution,
  type Decision,
} from '../../src/core/index.ts';
import type { AgentRecord } from '../../src/core/records/records.ts';
import type { Sequence } from './arbitrary-records.ts';

/** One step: the state after it and the decision by itself. */
export function taken(
  state: AgentState,
  record: AgentRecord,
  constitution: Constitution,
): { state: AgentState; decision: Decision } {
  const { state: next, ...decision } = step(state, record, constitution);
  return { state: next, decision };
}

/** The decisions on all records of a sequence. */
export function decide({ constitution, records }: Sequence): readonly Decision[] {
  let state = initialState(constitution);
  return records.map((record) => {
    const result = taken(state, record, constitution);
    state = result.state;
    return result.decision;
  });
}
