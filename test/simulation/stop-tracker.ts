/**
 * Which holds must stand, told from the records alone.
 *
 * It is written from the decisions 6, 20, 27–29 of `0001-core-semantics.md` and never looks at the
 * core's state. It is deliberately simple: one flat list of holds with the level they stand on. It
 * does not know that holds move up on eviction, and need not: a hold that moved binds more, not
 * less.
 */
import type { AgentRecord, HoldKind, OperatorAction } from '../../src/core/index.ts';

/** A level of an agent: null means everything on it. */
export interface Level {
  readonly session: string | null;
  readonly thread: string | null;
}

/** A hold that must stand. */
export interface TrackedHold extends Level {
  readonly kind: HoldKind;
  readonly target: string | null;
  readonly refused: boolean;
}

const RAISES: Readonly<Partial<Record<OperatorAction, HoldKind>>> = {
  deactivate: 'manual',
  pause: 'paused',
  'stop-all': 'stop_all',
};

/** What a person's release lifts. */
export const RELEASES: Readonly<Partial<Record<OperatorAction, readonly HoldKind[]>>> = {
  activate: ['manual', 'kill_switch'],
  resume: ['paused', 'soft_suspend'],
  restart: ['hard_stop', 'soft_suspend'],
  'resume-all': ['stop_all'],
};

const APPROVALS_MAX = 2;
const EVERY_TOOL = '*';

/** Whether `inner` is `outer` or lies below it. */
export function covers(outer: Level, inner: Level): boolean {
  if (outer.session === null) return true;
  if (outer.session !== inner.session) return false;
  return outer.thread === null || outer.thread === inner.thread;
}

/** The holds of one agent. */
export class StopTracker {
  #holds: readonly TrackedHold[] = [];

  /** All of them. */
  get holds(): readonly TrackedHold[] {
    return this.#holds;
  }

  /** Takes in what a person or a signal did at a level. */
  take(record: AgentRecord, at: Level): void {
    if (record.type === 'operator') {
      const raised = RAISES[record.action];
      if (raised !== undefined) this.raise(raised, at);
      const lifted = RELEASES[record.action];
      if (lifted !== undefined) this.#keep((one) => !lifted.includes(one.kind), at);
      const { target } = record;
      if (target !== undefined) this.#decide(record.action === 'grant', at, target);
    }
    if (record.type !== 'signal') return;
    if (record.change === 'note' || record.change === 'opinion') return;
    const { hold, target = null } = record;
    if (record.change === 'raise') this.raise(hold, at, target);
    else if (hold === 'approval') this.#lapse(at, target);
    else if (hold !== 'kill_switch') this.#keep((one) => one.kind !== hold, at);
  }

  /** A hold stands from now on. */
  raise(kind: HoldKind, at: Level, target: string | null = null): void {
    const here = this.#holds.filter(
      (one) => one.session === at.session && one.thread === at.thread,
    );
    if (here.some((one) => one.kind === kind && one.target === target)) return;
    const { session, thread } = at;
    const raised: TrackedHold = { kind, session, thread, target, refused: false };
    const approvals = here.filter((one) => one.kind === 'approval');
    if (kind !== 'approval' || approvals.length < APPROVALS_MAX) {
      this.#holds = [...this.#holds, raised];
      return;
    }
    if (approvals.some((one) => one.target === EVERY_TOOL)) return;
    const merged = { ...raised, target: EVERY_TOOL };
    const given = approvals.findLast((one) => !one.refused);
    this.#holds = [...this.#holds.filter((one) => one !== given), merged];
  }

  /** Health came back: a soft suspend of this session is over. */
  recovered(session: string): void {
    if (this.#holds.length === 0) return;
    this.#keep((one) => one.kind !== 'soft_suspend', { session, thread: null });
  }

  #decide(granted: boolean, at: Level, target: string): void {
    const concerned = (one: TrackedHold) => one.kind === 'approval' && one.target === target;
    if (granted) return this.#keep((one) => !concerned(one), at);
    this.#holds = this.#holds.map((one) =>
      concerned(one) && covers(at, one) ? { ...one, refused: true } : one,
    );
  }

  /** A policy takes an approval back: that refuses it; a refused one goes. */
  #lapse(at: Level, target: string | null): void {
    this.#holds = this.#holds.flatMap((one) => {
      const concerned = one.kind === 'approval' && one.target === target && covers(at, one);
      if (!concerned) return [one];
      return one.refused ? [] : [{ ...one, refused: true }];
    });
  }

  #keep(stays: (hold: TrackedHold) => boolean, below: Level): void {
    this.#holds = this.#holds.filter((one) => stays(one) || !covers(below, one));
  }
}
