/**
 * The two running digests: one over the records, one over the decisions.
 *
 * Each is a chain: SHA-256 of the digest before (64 hex digits), a line feed, and the canonical
 * JSON. So every step has its own pair, a difference can be found by bisection, and a process that
 * starts again needs nothing but the last pair.
 */
import { hash } from 'node:crypto';
import type { Decision } from '../answer.ts';
import { canonicalJson } from './canonical.ts';
import type { AgentRecord } from './records.ts';

/** The digests after a number of steps. */
export interface Digests {
  readonly decisionsHash: string;
  readonly eventsHash: string;
}

/** The digests before the first step. */
export const INITIAL_DIGESTS: Digests = Object.freeze({
  decisionsHash: hash('sha256', 'tripwire decisions v1', 'hex'),
  eventsHash: hash('sha256', 'tripwire records v1', 'hex'),
});

/** The digests after one more record and its decision (intent and safety, as §7 asks). */
export function nextDigests(
  before: Digests,
  record: AgentRecord,
  decision: Pick<Decision, 'intent' | 'safety'>,
): Digests {
  const { intent, safety } = decision;
  return {
    decisionsHash: chained(before.decisionsHash, { intent, safety }),
    eventsHash: chained(before.eventsHash, record),
  };
}

function chained(before: string, value: unknown): string {
  return hash('sha256', `${before}\n${canonicalJson(value)}`, 'hex');
}
