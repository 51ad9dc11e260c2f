/**
 * The titles of stops, and their reasons in full: kept in memory while a stop is fresh, and made again from the journal
 * and the kept texts after a restart.
 *
 * The state keeps 64 bytes of a reason. Nobody is shown those where the whole of it can be had.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import { EVERYBODY } from '../../base/everybody.ts';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf, listOf, textOrNull } from '../../base/json-values.ts';
import { toLog, type Log } from '../../base/log.ts';
import { MAIN } from '../../base/main-name.ts';
import { present } from '../../base/present.ts';
import { stopTitle } from '../../core/holds/stop-title.ts';
import { HOLD_SCOPES, type AgentState, type HoldKind, type HoldView } from '../../core/index.ts';
import {
  shownRepetition,
  type ShownRepetition,
  type ShownStep,
} from '../../detect/score/shown-repetition.ts';
import { checkedEvents, evidenceProblem, type DerivedEvent } from '../../journal/index.ts';
import type { Store, StoredEvent } from '../../store/index.ts';
import type { EvidenceStep } from '../evidence/evidence-ring.ts';

/** A stop in words. */
export interface ToldStop {
  readonly by: string;
  readonly title: string;
  /** The whole reason. */
  readonly why: string;
}

type HoldEvent = Pick<DerivedEvent, 'session' | 'details' | 'reason'>;

const STOPS_MAX = 10_000;
const EVENTS_READ = 100;
const EVIDENCE_READ = 200;

/** The stops of a gate, in words. */
export class StopTitles {
  readonly #store: Store;
  readonly #log: Log;
  /** By agent, session, hold and target: what stands there. */
  readonly #standing = new BoundedMap<string, ToldStop>(STOPS_MAX);
  /** By agent and row: what was raised with it. */
  readonly #raised = new BoundedMap<string, ShownRepetition | null>(STOPS_MAX);
  /** By the same key: the stop's name, under which the dashboard shows it. */
  readonly #incidents = new BoundedMap<string, string>(STOPS_MAX);
  readonly #read = new BoundedMap<string, true>(STOPS_MAX);

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Takes in the events of a row, and the texts that its agent left before it. */
  note(
    agent: string,
    seq: number,
    events: readonly DerivedEvent[],
    steps: () => readonly EvidenceStep[],
  ): void {
    if (events.length === 0) return;
    const holds = events.filter(({ eventType }) => eventType === 'hold');
    if (holds.length === 0) return;
    const isKill = holds.some(({ details }) => details['hold'] === 'kill_switch');
    const repetition = isKill ? repetitionIn(steps(), holds[0]?.session ?? null) : null;
    this.#raised.set(rowKey(agent, seq), repetition);
    for (const event of holds) this.#keep(agent, event, seq, repetition);
  }

  /** The name of the stop that a hold is of; null where it is not known, or not recorded yet. */
  incident(agent: string, session: string | null, hold: HoldView): string | null {
    const isKnown = this.#told(agent, session, hold) !== null;
    return isKnown ? (this.#incidents.get(keyOf(agent, session, hold)) ?? null) : null;
  }

  /** A hold with its title and its whole reason, as far as they are known. */
  whole(agent: string, session: string | null, hold: HoldView): HoldView & ToldStop {
    return { ...hold, ...(this.#told(agent, session, hold) ?? { title: stopTitle(hold) }) };
  }

  #told(agent: string, session: string | null, hold: HoldView): ToldStop | null {
    const told = this.#standing.get(keyOf(agent, session, hold));
    // What stood here before may have been lifted, and somebody else's stop not be recorded yet.
    const isThis = told !== undefined && told.by === hold.by && begins(told.why, hold.why);
    return isThis ? told : null;
  }

  /** The title of the stop that an event has just raised; null when it is not known. */
  raised({ agent, session, details }: HoldEvent & { readonly agent: string }): string | null {
    const held = holdIn(details);
    if (held === null) return null;
    const key = standingKey(agent, placeOf({ session, details }), held.hold, held.target);
    return this.#standing.get(key)?.title ?? null;
  }

  /** Reads what stands on an agent since before the start; it explains, so a failure only leaves it shorter. */
  async read(agent: string): Promise<void> {
    if (this.#read.has(agent)) return;
    this.#read.set(agent, true);
    try {
      const found = await this.#store.events({
        agent,
        type: 'hold',
        newestFirst: true,
        limit: EVENTS_READ,
      });
      for (const event of (await checkedEvents(this.#store, found)).toReversed()) {
        const held = readHold(event);
        if (held === null) continue;
        const key = standingKey(agent, placeOf(event), held.hold, held.target);
        if (!this.#standing.has(key)) {
          this.#keep(agent, held.event, event.seq, await this.#repetition(event, held.hold));
        }
      }
    } catch (error) {
      this.#read.delete(agent);
      toLog(this.#log, 'gate', 'reading the reasons of stops', { agent })(error);
    }
  }

  /** The title of a stop that an event of the journal tells of. */
  async titleOf(event: StoredEvent): Promise<string> {
    const held = readHold(event);
    if (held === null) return event.reason;
    const repetition = await this.#repetition(event, held.hold);
    return tell(held.event, repetition)?.title ?? event.reason;
  }

  #keep(agent: string, event: HoldEvent, seq: number, repetition: ShownRepetition | null): void {
    const told = tell(event, repetition);
    const held = holdIn(event.details);
    if (told === null || held === null) return;
    const key = standingKey(agent, placeOf(event), held.hold, held.target);
    this.#standing.set(key, told);
    this.#incidents.set(key, rowKey(agent, seq));
  }

  async #repetition(
    { agent, seq, session }: StoredEvent,
    hold: HoldKind,
  ): Promise<ShownRepetition | null> {
    if (hold !== 'kill_switch') return null;
    const key = rowKey(agent, seq);
    const known = this.#raised.get(key);
    if (known !== undefined) return known;
    const kept = (await this.#store.evidence(agent, EVIDENCE_READ)).find((one) => one.seq === seq);
    const isTrue = kept !== undefined && (await evidenceProblem(this.#store, kept)) === null;
    const repetition = isTrue ? repetitionIn(stepsIn(kept.body), session) : null;
    this.#raised.set(key, repetition);
    return repetition;
  }
}

/** The agent in whose journal a hold is: a stop of all agents has one of its own. */
export function homeOf(agent: string, { hold }: Pick<HoldView, 'hold'>): string {
  return hold === 'stop_all' ? EVERYBODY : agent;
}

/** Whether anything stands on an agent. */
export function anyHeld({ holds, sessions }: AgentState): boolean {
  return (
    holds.length > 0 ||
    Object.values(sessions).some(
      (session) =>
        session.holds.length > 0 ||
        Object.values(session.threads).some((thread) => thread.holds.length > 0),
    )
  );
}

/** Whether a reason as the state keeps it is the beginning of this one. */
function begins(whole: string, kept: string): boolean {
  return whole === kept || (kept.endsWith('…') && whole.startsWith(kept.slice(0, -1)));
}

function rowKey(agent: string, seq: number): string {
  return `${seq}@${agent}`;
}

function standingKey(
  agent: string,
  session: string | null,
  hold: HoldKind,
  target: string | undefined,
): string {
  return JSON.stringify([agent, session ?? MAIN, hold, target ?? '']);
}

function keyOf(agent: string, session: string | null, hold: HoldView): string {
  return standingKey(agent, hold.level === 'agent' ? null : session, hold.hold, hold.target);
}

/** The session that a hold binds alone; null for the whole agent. */
function placeOf({
  session,
  details,
}: {
  readonly session: string | null;
  readonly details: unknown;
}) {
  const { level } = typeof details === 'string' ? fieldsOf(parseJson(details)) : fieldsOf(details);
  return level === 'agent' ? null : session;
}

function readHold(event: StoredEvent) {
  const details = fieldsOf(parseJson(event.details));
  const held = holdIn(details);
  if (held === null) return null;
  return { ...held, event: { session: event.session, reason: event.reason, details } };
}

function holdIn(details: DerivedEvent['details']) {
  const { hold, by, target } = details;
  if (typeof hold !== 'string' || !isHoldKind(hold)) return null;
  return { hold, by: textOrNull(by) ?? 'unknown', target: textOrNull(target) ?? undefined };
}

function isHoldKind(kind: string): kind is HoldKind {
  return Object.hasOwn(HOLD_SCOPES, kind);
}

function tell({ details, reason }: HoldEvent, repetition: ShownRepetition | null): ToldStop | null {
  const held = holdIn(details);
  if (held === null) return null;
  const { hold, by, target } = held;
  const why = textOrNull(details['why']) ?? reason;
  return { by, why, title: stopTitle({ hold, by, why, ...present({ target }), repetition }) };
}

/** What repeats in the texts of the stopped session. */
function repetitionIn(
  steps: readonly (ShownStep & { readonly session: string | null })[],
  session: string | null,
): ShownRepetition | null {
  const last = steps.at(-1)?.session ?? null;
  const own = session ?? last;
  return shownRepetition(steps.filter((step) => (step.session ?? MAIN) === (own ?? MAIN)));
}

function stepsIn(body: string): readonly (ShownStep & { readonly session: string | null })[] {
  return listOf(fieldsOf(parseJson(body))['steps']).flatMap((step) => {
    const { at, kind, text, session } = fieldsOf(step);
    if (typeof at !== 'number' || typeof kind !== 'string' || typeof text !== 'string') return [];
    return [{ at, kind, text, session: textOrNull(session) }];
  });
}
