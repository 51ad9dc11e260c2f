/**
 * How far a stop has come: requested, in force, cut, ended, or perhaps still alive.
 *
 * Tripwire refuses at once, but it doesn't own the client. That a client ended is known when `tripwire run` saw its
 * process end; it is taken to have ended when it was told of the stop and has asked for nothing since. Until then it may
 * be alive, and nobody calls it stopped.
 */
import { MAIN } from '../../base/main-name.ts';
import { endOf, timestampOf, type AgentRecord, type HoldView } from '../../core/index.ts';

/** How far it has come. */
export type StopState = 'requested' | 'in_force' | 'cut' | 'ended' | 'may_be_alive';

/** What asks on this way was refused or ended since the stop. */
export interface DoorCourse {
  /** model: calls of a model; tools: calls of tools, by hooks, adapters and in answers. */
  readonly door: 'model' | 'tools';
  readonly cut: number;
  readonly refused: number;
  /** When it last was. */
  readonly last_at: number | null;
}

/** What the journal says of a stop since it was made. */
export interface StopFacts {
  readonly doors: readonly DoorCourse[];
  /** When a call was first ended by it. */
  readonly cutAt: number | null;
  /** What was noted of it last. */
  readonly noted: 'ended' | 'may_be_alive' | null;
}

/** What `tripwire run` said of the processes of an agent. */
export interface ProcessFacts {
  readonly running: number;
  /** When the last one ended; null while one runs, or none was seen. */
  readonly endedAt: number | null;
}

/** The course of a stop. */
export interface StopCourse {
  readonly state: StopState;
  readonly requested_at: number;
  /** When nothing more passes; later than the request where work may be saved first. */
  readonly in_force_at: number;
  readonly cut_at: number | null;
  readonly ended_at: number | null;
  /** How the end is known. */
  readonly ended_by: 'process' | 'silence' | null;
  readonly doors: readonly DoorCourse[];
  /** Processes under `tripwire run` that haven't ended. */
  readonly processes: number;
}

/** A client that was told and asks for nothing for so long has ended; refusals are recorded at least once a minute. */
export const QUIET_MS = 120_000;

/** Nothing was refused or ended yet. */
export const NO_FACTS: StopFacts = Object.freeze({
  doors: Object.freeze((['model', 'tools'] as const).map(untouched)),
  cutAt: null,
  noted: null,
});

function untouched(door: DoorCourse['door']): DoorCourse {
  return { door, cut: 0, refused: 0, last_at: null };
}

/** What a stop binds since when: a session, or the whole agent where that is null; one conversation of it, where it is named. */
interface StopPlace {
  readonly session: string | null;
  readonly thread?: string | null;
  readonly since: number;
}

/** The facts with one record more of a stop. */
export function withRecord(
  facts: StopFacts,
  record: AgentRecord,
  allowed: boolean,
  { session, thread = null, since }: StopPlace,
): StopFacts {
  const at = timestampOf(record);
  if (at < since || (session !== null && record.session !== session)) return facts;
  if (thread !== null && (record.thread ?? MAIN) !== thread) return facts;
  if (record.type === 'signal') {
    const note = record.change === 'note' ? record.stop : undefined;
    const isOwn = note?.since === since && (record.session ?? null) === session;
    return isOwn && (record.thread ?? null) === thread ? { ...facts, noted: note.state } : facts;
  }
  if (endOf(record)?.result.status === 'BLOCKED') {
    return {
      ...facts,
      doors: counted(facts.doors, 'model', { cut: 1, refused: 0, at }),
      cutAt: facts.cutAt ?? at,
    };
  }
  if (record.type !== 'admit' || allowed) return facts;
  const isTool = record.purpose === 'tool' || record.purpose === 'save';
  const refused = record.repeats ?? 1;
  const doors = counted(facts.doors, isTool ? 'tools' : 'model', { cut: 0, refused, at });
  return { ...facts, doors };
}

function counted(
  doors: readonly DoorCourse[],
  door: DoorCourse['door'],
  more: { readonly cut: number; readonly refused: number; readonly at: number },
): readonly DoorCourse[] {
  return doors.map((one) =>
    one.door === door
      ? { door, cut: one.cut + more.cut, refused: one.refused + more.refused, last_at: more.at }
      : one,
  );
}

/** What is known besides the journal's rows since the stop. */
export interface StopNow {
  readonly now: number;
  readonly openCalls: number;
  readonly processes: ProcessFacts;
}

/** How far a hold that stops everything has come. */
export function courseOf(
  { since, grace }: Pick<HoldView, 'since' | 'grace'>,
  facts: StopFacts,
  { now, openCalls, processes }: StopNow,
): StopCourse {
  const toldAt = Math.max(0, ...facts.doors.map(({ last_at: at }) => at ?? 0));
  const isQuiet = toldAt > 0 && now - toldAt >= QUIET_MS;
  const processEnd =
    processes.endedAt !== null && processes.endedAt >= since ? processes.endedAt : null;
  const silentEnd = processes.running === 0 && openCalls === 0 && isQuiet ? toldAt : null;
  const endedAt = grace === undefined ? (processEnd ?? silentEnd) : null;
  const base = {
    requested_at: since,
    in_force_at: grace?.until ?? since,
    cut_at: facts.cutAt,
    ended_at: endedAt,
    ended_by: endedAt === null ? null : processEnd === null ? 'silence' : 'process',
    doors: facts.doors,
    processes: processes.running,
  } as const;
  if (grace !== undefined) return { state: 'requested', ...base };
  if (endedAt !== null) return { state: 'ended', ...base };
  if (openCalls > 0) return { state: 'in_force', ...base };
  // One that still asks long after it was told has not ended.
  const wasTold = toldAt > 0 && toldAt - since < QUIET_MS && processes.running === 0;
  return { state: wasTold ? 'cut' : 'may_be_alive', ...base };
}
