/**
 * Who may pass, by what people did and heard: the oracle of stops, over crashes.
 *
 * A stop is in force from its acknowledgement until a release that a person asked for after it is on the disk. One
 * that the gate said was neither marked nor recorded ends with its process, because that is what the person was told.
 */
import { EVERYBODY } from '../../src/base/everybody.ts';
import type { Act, Acted } from '../../src/gate/gate-parts.ts';
import type { DurableRecord } from './durable-record.ts';

/** Whom an act is about: everybody, an agent, or one session of it. */
export interface Target {
  readonly agent: string;
  readonly session?: string;
}

const RELEASE_OF = { deactivate: 'activate', pause: 'resume', 'stop-all': 'resume-all' } as const;

/** An act that raises a hold. */
export type StopAction = keyof typeof RELEASE_OF;

interface Stop {
  readonly target: Target;
  readonly action: StopAction;
  readonly order: number;
  /** What the person heard; null: nothing yet. */
  heard: Acted | null;
  /** Marked on a broken disk, perhaps by an empty file: after a crash it stops everybody, until everybody is let go. */
  isPoor: boolean;
}

interface Release {
  readonly target: Target;
  readonly action: Act['action'];
  readonly order: number;
  readonly why: string;
  isHeard: boolean;
}

/** The acts of one world. */
export class StopLedger {
  readonly #durable: Pick<DurableRecord, 'acts'>;
  #stops: Stop[] = [];
  readonly #releases: Release[] = [];
  #acts = 0;

  constructor(durable: Pick<DurableRecord, 'acts'>) {
    this.#durable = durable;
  }

  /** Somebody stops; call what comes back with what they heard, and whether the files were broken meanwhile. */
  stop(target: Target, action: StopAction): (heard: Acted, isPoor: boolean) => void {
    const one: Stop = { target, action, order: this.#next(), heard: null, isPoor: false };
    this.#stops.push(one);
    return (heard, isPoor) => {
      one.heard = heard;
      one.isPoor = isPoor && !heard.recorded;
    };
  }

  /** Somebody releases: with which act and reason; call `heard` when it is acknowledged. */
  release(target: Target, stop: StopAction) {
    const order = this.#next();
    const one: Release = {
      target,
      action: RELEASE_OF[stop],
      order,
      why: `release ${order}`,
      isHeard: false,
    };
    this.#releases.push(one);
    const heard = () => {
      one.isHeard = true;
    };
    return { why: one.why, action: one.action, heard };
  }

  /** The process died: stops that lived in its memory alone are gone, and their person knew that. */
  crash(): number {
    const before = this.#stops.length;
    // Whoever heard nothing cannot say what became of it, so it neither binds nor counts as lifted.
    this.#stops = this.#stops.filter(
      ({ heard }) => heard === null || heard.marked || heard.recorded,
    );
    return before - this.#stops.length;
  }

  /** Whether an acknowledged stop is in force for this agent and session. */
  isStopped(agent: string, session: string | undefined): boolean {
    return this.#stops.some(
      (stop) =>
        stop.heard !== null &&
        covers(stop.target, agent, session) &&
        !this.#isLifted(stop, ({ why }) => this.#durable.acts.has(why)),
    );
  }

  /** Whether everything that anybody raised was lifted, and they heard so. */
  isFree(agent: string, session: string | undefined): boolean {
    return this.#stops.every(
      (stop) =>
        !covers(stop.target, agent, session) || this.#isLifted(stop, ({ isHeard }) => isHeard),
    );
  }

  #isLifted(stop: Stop, counts: (release: Release) => boolean): boolean {
    return this.#releases.some(
      (release) =>
        release.order > stop.order &&
        (lifts(release, stop) || (stop.isPoor && release.action === 'resume-all')) &&
        counts(release),
    );
  }

  #next(): number {
    this.#acts += 1;
    return this.#acts;
  }
}

function lifts({ action, target }: Release, stop: Stop): boolean {
  return (
    action === RELEASE_OF[stop.action] &&
    target.agent === stop.target.agent &&
    (target.session === undefined || target.session === stop.target.session)
  );
}

function covers(target: Target, agent: string, session: string | undefined): boolean {
  if (target.agent === EVERYBODY) return true;
  return target.agent === agent && (target.session === undefined || target.session === session);
}
