/**
 * What must always be true of every decision, whatever it says: it explains itself, and its times
 * make sense.
 */
import { notes, type Sight } from './sight.ts';

/** No reason is ever empty. */
export function reasonsAreGiven({ decision }: Sight): string | null {
  const { activity, intent, safety, holds } = decision;
  if (activity.reason === '') return 'activity without a reason';
  if (intent.reason === '') return 'intent without a reason';
  if (safety.reason === '') return 'safety without a reason';
  const silent = holds.find(({ why, by, liftedBy }) => why === '' || by === '' || liftedBy === '');
  return silent === undefined ? null : `${silent.hold} does not say why, by whom or until when`;
}

/** What is asked to be woken lies ahead. */
export function wakeLiesAhead({ decision, place }: Sight): string | null {
  const { wakeAt } = decision;
  return wakeAt === null || wakeAt > place.now ? null : `wakeAt ${wakeAt} at ${place.now}`;
}

/** Nothing is said to have happened in the future. */
export function nothingIsLaterThanNow({ decision, place }: Sight): string | null {
  const { activity, holds } = decision;
  if (activity.since > place.now) return `mode since ${activity.since} at ${place.now}`;
  const early = holds.find(({ since }) => since > place.now);
  return early === undefined ? null : `${early.hold} since ${early.since} at ${place.now}`;
}

/** A late record is taken at the agent's own time and says so; no other does. */
export function clampIsNoted(sight: Sight): string | null {
  const { clamped } = sight.place;
  if (clamped === notes(sight, 'CLOCK_CLAMPED')) return null;
  return clamped ? 'a late record without a note' : 'a note without a late record';
}

/** Whoever is let go is named, and nobody is let go while there is room. */
export function evictionIsNoted(sight: Sight): string | null {
  const { evictsSession, evictsThread } = sight.place;
  if (evictsSession !== notes(sight, 'SESSION_EVICTED')) return 'SESSION_EVICTED is wrong';
  if (evictsThread !== notes(sight, 'THREAD_EVICTED')) return 'THREAD_EVICTED is wrong';
  return null;
}

/** An envelope is refused exactly when it would loosen. */
export function looseningIsRefused(sight: Sight): string | null {
  const { record, book } = sight;
  const refused = notes(sight, 'ENVELOPE_REFUSED');
  if (record.type !== 'operator' || record.envelope === undefined) {
    return refused ? 'an envelope was refused that nobody asked for' : null;
  }
  const { maxTokensPerMinute: tokens, maxToolCallsPerMinute: calls } = record.envelope;
  const loosens =
    (tokens ?? 0) > book.values.maxTokensPerMinute ||
    (calls ?? 0) > book.values.maxToolCallsPerMinute;
  return loosens === refused ? null : `a ${loosens ? 'loosening' : 'tightening'} is misjudged`;
}
