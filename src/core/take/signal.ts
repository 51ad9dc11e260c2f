/**
 * What a signal does: the loop, a policy or a detector raises or lifts a hold of its kind, or has something noted.
 */
import { clipText } from '../../base/clip-text.ts';
import { graceFrom } from '../holds/grace.ts';
import { liftBySignal, raiseHold } from '../holds/holds.ts';
import { mapHolds } from '../levels.ts';
import { NOTE_BYTES_MAX } from '../limits.ts';
import type { Place } from '../place.ts';
import type { NoteRecord, OpinionRecord, SignalRecord } from '../records/records.ts';
import type { AgentState } from '../state.ts';
import { takeStuck } from '../stuck/stuck-signs.ts';
import { takeOpinion } from './opinion.ts';

/** The agent after a signal, and what to note about it. */
export function takeSignal(
  agent: AgentState,
  record: SignalRecord | NoteRecord | OpinionRecord,
  place: Place,
  now: number,
): { readonly agent: AgentState; readonly notes: readonly string[] } {
  if (record.change === 'opinion') return takeOpinion(agent, record, place);
  const { source: by, details: why } = record;
  if (record.change === 'note') {
    if (record.stuck !== undefined) return takeStuck(agent, record.stuck, why, now);
    // In quotes, so that no text from outside can pose as a reason of ours.
    const text = JSON.stringify(clipText(why, NOTE_BYTES_MAX));
    return { agent, notes: [`NOTED: ${by}: ${text}`] };
  }
  const { hold, target } = record;
  if (record.change === 'raise') {
    const terms = hold === 'kill_switch' ? agent.envelope.windDown : undefined;
    const raised = {
      by,
      ...graceFrom(terms, now),
      hold,
      since: now,
      ...(target === undefined ? {} : { target }),
      why,
    };
    return {
      agent: mapHolds(agent, place, 'here', (holds) => raiseHold(holds, raised)),
      notes: [],
    };
  }
  const changed = mapHolds(agent, place, 'below', (holds) =>
    liftBySignal(holds, hold, target, by, why),
  );
  const nothing = `NOTHING_TO_LIFT: ${hold} is not standing or not a signal's to lift`;
  return { agent: changed, notes: changed === agent ? [nothing] : [] };
}
