/**
 * One judged record as the checks see it: what came in, what came out, and what the book says.
 */
import {
  type AgentRecord,
  type Decision,
  type SafetyVeto,
  type Spend,
  VETO_PRIORITY,
} from '../../src/core/index.ts';
import type { AgentBook, OpenedPlace } from './agent-book.ts';

/** A record, its decision, and the simulator's own account of both. */
export interface Sight {
  readonly record: AgentRecord;
  readonly decision: Decision;
  readonly book: AgentBook;
  readonly place: OpenedPlace;
  /** The reason with a separator in front, so that every part of it begins alike. */
  readonly reason: string;
  /** The reason names any code at all. */
  readonly coded: boolean;
  /** The vetoes that the reason names, highest first. */
  readonly named: readonly SafetyVeto[];
  /** Health after the record, in ten-thousandths. */
  readonly health: number;
  /** By the book: spent in the last 60 s, what a refused call asked for on top, and the limits. */
  readonly spent: Spend;
  readonly asked: Spend;
  readonly limits: { readonly tokens: number; readonly toolCalls: number };
  /** The agent is of a kind that must never be taken for a loop or a runaway. */
  readonly healthy: boolean;
}

const NONE: readonly SafetyVeto[] = Object.freeze([]);
const NOTHING: Spend = Object.freeze({ tokenCount: 0, toolCalls: 0 });

/** Looks at a decision. The spend of the record must be in the book already. */
export function lookAt(
  record: AgentRecord,
  decision: Decision,
  book: AgentBook,
  place: OpenedPlace,
  healthy: boolean,
): Sight {
  const health = Math.round(decision.health * 10_000);
  const { reason } = decision.safety;
  // Every code is followed by a colon, and the plain account of usage has none.
  const coded = reason.includes(': ');
  const refusedCall = record.type === 'admit' && !decision.safety.allowed;
  return {
    record,
    decision,
    book,
    place,
    reason: `; ${reason}`,
    coded,
    named: coded ? namedVetoes(reason) : NONE,
    health,
    spent: place.session.spent(place.now),
    asked: refusedCall ? record.estimate : NOTHING,
    limits: book.limits(health),
    healthy,
  };
}

/** The vetoes named in a reason. Words from outside stand in quotes and name nothing. */
function namedVetoes(reason: string): readonly SafetyVeto[] {
  const own = reason.includes('"') ? reason.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""') : reason;
  return VETO_PRIORITY.filter((veto) => own.includes(`${veto}: `));
}

/** Whether a code stands in the reason as the core's own note. */
export function notes(sight: Sight, code: string): boolean {
  return sight.coded && sight.reason.includes(`; ${code}: `);
}
