/**
 * Whether an event still says what its row of the journal says.
 *
 * Events are a copy for those who search, and have no hash of their own. Whoever shows one compares it with its row,
 * which has. What a row alone cannot show (a cooldown's end, the words of a hold that was lifted) is left to
 * `compareEvents`, which folds the whole journal.
 */
import { hash } from 'node:crypto';
import { BoundedMap } from '../base/bounded-map.ts';
import { parseJson } from '../base/json-text.ts';
import { isObject } from '../base/json-values.ts';
import { MAIN } from '../base/main-name.ts';
import { canonicalJson, FROZEN_V0_2, initialState } from '../core/index.ts';
import type { JournalRow, NewEvent, Store, StoredEvent } from '../store/index.ts';
import { readRow, type RecordEntry } from './body.ts';
import { isIntact } from './chain.ts';
import { deriveEvents, holdWords, NOTHING_TOLD, type DerivedEvent } from './derive-events.ts';

type Details = Readonly<Record<string, unknown>>;

/** What of a veto follows from the state and not from the row. */
const OF_THE_STATE: ReadonlySet<string> = new Set(['until', 'codes']);
const REMEMBERED_MAX = 20_000;
/** So many rows are asked for at once: whoever records meanwhile waits for no more than these. */
const ROWS_AT_ONCE = 50;
const CHANGED = 'This event was changed after it was recorded';

/** What was found to be true, by the number of the event. */
const known = new WeakMap<object, BoundedMap<number, string>>();

/** The events; those that do not match the journal lose their words, and their details say `mismatch`. */
export async function checkedEvents(
  store: Pick<Store, 'read'>,
  events: readonly StoredEvent[],
): Promise<readonly StoredEvent[]> {
  const trusted = known.get(store) ?? new BoundedMap<number, string>(REMEMBERED_MAX);
  known.set(store, trusted);
  const checked: StoredEvent[] = [];
  for (let from = 0; from < events.length; from += ROWS_AT_ONCE) {
    const some = events.slice(from, from + ROWS_AT_ONCE);
    checked.push(...(await Promise.all(some.map((event) => checkedEvent(store, trusted, event)))));
  }
  return checked;
}

/** Whether `checkedEvents` found that this one does not match. */
export function isMismatch({ details }: Pick<StoredEvent, 'details'>): boolean {
  return (JSON.parse(details) as Details)['mismatch'] === true;
}

async function checkedEvent(
  store: Pick<Store, 'read'>,
  trusted: BoundedMap<number, string>,
  event: StoredEvent,
): Promise<StoredEvent> {
  const text = hash('sha256', JSON.stringify(event), 'hex');
  if (trusted.get(event.id) === text) return event;
  const [row] = await store.read(event.agent, event.seq, 1);
  const problem = eventProblem(event, row?.seq === event.seq ? row : undefined);
  if (problem === null) {
    trusted.set(event.id, text);
    return event;
  }
  const reason = `${CHANGED}: ${problem}. Run \`tripwire doctor\`.`;
  const { hold, level } = detailsOf(event) ?? {};
  const details = JSON.stringify({ hold, level, by: 'unknown', mismatch: true, why: reason });
  return { ...event, reason, details };
}

/** Why an event is not what its row gives; null when it is, or the row is not kept any more. */
function eventProblem(event: NewEvent, row: JournalRow | undefined): string | null {
  if (row === undefined) return null;
  if (!isIntact(row)) return `row ${row.seq} does not match its hash`;
  const entry = readRow(row);
  const isOf = 'record' in entry && row.at === event.timestamp && fits(event, entry);
  return isOf ? null : `row ${row.seq} of the journal says something else`;
}

function fits(event: NewEvent, entry: RecordEntry): boolean {
  const details = detailsOf(event);
  if (details === null) return false;
  if (event.eventType === 'hold') return holdFits(event, details, entry);
  if (event.eventType === 'release') return releaseFits(event, details, entry);
  const { record, kept } = entry;
  // What is kept short let pass and said nothing: nothing but the end of a hold is derived from it.
  if (!('whole' in kept)) return false;
  const decision = kept.whole;
  // The states matter only to holds, and to what `OF_THE_STATE` names.
  const state = { ...initialState(FROZEN_V0_2), clock: event.timestamp };
  const around = { record, decision, before: state, after: state };
  const { events } = deriveEvents(NOTHING_TOLD, around);
  return events.some((derived) => saysTheSame(event, derived, OF_THE_STATE));
}

/**
 * Whether an event says what was derived. Details that it does not have are no difference: an older version may have
 * written it, and later ones only add to them.
 */
export function saysTheSame(
  event: NewEvent,
  derived: DerivedEvent,
  except: ReadonlySet<string> = new Set(),
): boolean {
  const details = detailsOf(event);
  return (
    details !== null &&
    event.eventType === derived.eventType &&
    event.session === derived.session &&
    event.timestamp === derived.timestamp &&
    event.reason === derived.reason &&
    Object.entries(details).every(
      ([name, value]) => except.has(name) || isSame(value, derived.details[name]),
    )
  );
}

function isSame(one: unknown, other: unknown): boolean {
  // As it comes back from the disk: without members that are undefined, and in the order of the canonical form.
  const [is, was] = [JSON.stringify(one), JSON.stringify(other)];
  if (is === undefined || was === undefined) return is === was;
  return is === was || canonicalJson(JSON.parse(is)) === canonicalJson(JSON.parse(was));
}

/** The hold stands after the row, and its reason is one that the row gives. */
function holdFits(
  { reason, session }: NewEvent,
  { hold, by, target, level, record: type, why }: Details,
  { record, decision }: RecordEntry,
): boolean {
  const standing = decision.holds.find(
    (one) => one.hold === hold && one.by === by && one.target === target && one.level === level,
  );
  const place = level === 'agent' ? null : placeOf(record);
  if (standing === undefined || type !== record.type || session !== place) return false;
  const given = [
    standing.why,
    decision.killSwitch?.reason,
    record.type === 'operator' ? record.why : undefined,
    record.type === 'signal' ? record.details : undefined,
  ];
  return given.some((words) => isWorded({ reason, why }, standing.hold, words));
}

/** Holds of a whole agent that can end without an act: by health, by their own time, or as one of too many questions. */
const LIFTS_ITSELF: ReadonlySet<unknown> = new Set(['soft_suspend', 'parked', 'approval']);

function releaseFits(
  { reason, session }: NewEvent,
  { hold, level, target, record: type, why }: Details,
  { record, decision }: RecordEntry,
): boolean {
  const isAct = record.type === 'operator' || record.type === 'signal';
  const mayEnd = isAct || LIFTS_ITSELF.has(hold) || level !== 'agent';
  // A row names the holds on its own way down; one that was lifted elsewhere is not among them.
  const isOnTheWay = level === 'agent' || (level === 'session' && session === placeOf(record));
  const stands = decision.holds.some(
    (one) => isOnTheWay && one.hold === hold && one.level === level && one.target === target,
  );
  const isTheirs = why === undefined || isWorded({ reason, why }, hold, why);
  return mayEnd && !stands && type === record.type && isTheirs;
}

/** Whether the text of an event about a hold is the one that this reason gives. */
function isWorded(
  said: { readonly reason: string; readonly why: unknown },
  hold: unknown,
  why: unknown,
): boolean {
  if (typeof hold !== 'string' || typeof why !== 'string') return false;
  const isWhole = holdWords(hold, why) === said.reason;
  return isWhole && (said.why === undefined || said.why === why);
}

function placeOf({ session }: RecordEntry['record']): string {
  return session ?? MAIN;
}

function detailsOf({ details }: NewEvent): Details | null {
  const value = parseJson(details);
  return isObject(value) ? value : null;
}
