/**
 * How a call ended, wherever a record says it: a `result` of its own, or the event of the response that it ended with.
 */
import { present } from '../../base/present.ts';
import type { AgentRecord, ResultRecord } from './records.ts';

/** The end of a call that a record tells of, as a `result` says it; null where it tells of none. */
export function endOf(record: AgentRecord): ResultRecord | null {
  if (record.type === 'result') return record;
  if (record.type !== 'event' || record.ended === undefined) return null;
  const { agent, call, ended, event, labels, session, thread } = record;
  const { status, ...facts } = ended;
  const { latencyMs, timestamp, tokenCount: tokensUsed } = event;
  return {
    ...present({ agent, call, labels, session, thread }),
    ...facts,
    // A call that was blocked when its answer was there was made all the same, and counts as one that was not carried out.
    result: { executed: status !== 'BLOCKED', latencyMs, status, tokensUsed },
    timestamp,
    type: 'result',
  };
}
