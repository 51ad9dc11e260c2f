/**
 * Who may pass, by what people did and what is on the disk: the oracle of the races.
 *
 * A stop is in force from its acknowledgement until a release that a person asked for after it is on the disk. It
 * is kept apart from the gate's own marks, lines and states on purpose: it knows none of them.
 */
import type { OperatorAction } from '../../src/core/index.ts';
import type { JournalRow } from '../../src/store/index.ts';

/** Whom an act is about: everybody, an agent, or one session of it. */
export interface Target {
  readonly agent: string;
  readonly session?: string;
}

const releaseOf = { deactivate: 'activate', pause: 'resume', 'stop-all': 'resume-all' } as const;

/** An act that raises a hold. */
export type StopAction = keyof typeof releaseOf;

interface StopAct {
  readonly target: Target;
  readonly action: StopAction;
  readonly order: number;
  acknowledged: boolean;
}

interface ReleaseAct {
  readonly target: Target;
  readonly action: OperatorAction;
  readonly order: number;
  /** Stands in the record, so that it is found on the disk. */
  readonly why: string;
  acknowledged: boolean;
}

/** What a person's release became. */
export interface Releasing {
  readonly why: string;
  readonly action: OperatorAction;
  readonly acknowledge: () => void;
}

/** The acts of one schedule. */
export class StopBook {
  readonly #rows: readonly JournalRow[];
  readonly #stops: StopAct[] = [];
  readonly #releases: ReleaseAct[] = [];
  #acts = 0;

  constructor(rows: readonly JournalRow[]) {
    this.#rows = rows;
  }

  /** Somebody stops; call what comes back when it is acknowledged. */
  stop(target: Target, action: StopAction): () => void {
    const act: StopAct = { target, action, order: this.#next(), acknowledged: false };
    this.#stops.push(act);
    return () => {
      act.acknowledged = true;
    };
  }

  /** Somebody releases; what comes back has the reason to give, and is told of the acknowledgement. */
  release(target: Target, stop: StopAction): Releasing {
    const order = this.#next();
    const why = `release ${order}`;
    const act: ReleaseAct = { target, action: releaseOf[stop], order, why, acknowledged: false };
    this.#releases.push(act);
    const acknowledge = () => {
      act.acknowledged = true;
    };
    return { why, action: act.action, acknowledge };
  }

  /** Whether an acknowledged stop is in force for this agent and session. */
  isStopped(agent: string, session: string | undefined): boolean {
    return this.#stops.some(
      (stop) =>
        stop.acknowledged &&
        covers(stop.target, agent, session) &&
        !this.#isReleased(stop, ({ why }) => this.#isOnDisk(why)),
    );
  }

  /**
   * Whether every stop was lifted and the person heard so. A release of which only an error was heard may have
   * lifted the stop or not.
   */
  isFree(agent: string, session: string | undefined): boolean {
    return this.#stops
      .filter(({ target }) => covers(target, agent, session))
      .every((stop) => this.#isReleased(stop, ({ acknowledged }) => acknowledged));
  }

  #isReleased(stop: StopAct, counts: (release: ReleaseAct) => boolean): boolean {
    return this.#releases.some(
      (release) =>
        release.order > stop.order &&
        release.action === releaseOf[stop.action] &&
        release.target.agent === stop.target.agent &&
        (release.target.session === undefined || release.target.session === stop.target.session) &&
        counts(release),
    );
  }

  #isOnDisk(why: string): boolean {
    return this.#rows.some(({ kind, body }) => kind === 'operator' && body.includes(`"${why}"`));
  }

  #next(): number {
    this.#acts += 1;
    return this.#acts;
  }
}

function covers(target: Target, agent: string, session: string | undefined): boolean {
  if (target.agent === '*') return true;
  return target.agent === agent && (target.session === undefined || target.session === session);
}
