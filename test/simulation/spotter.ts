/**
 * Spots the things that a run has to see, and counts them.
 */
import type { HoldKind, SafetyVeto } from '../../src/core/index.ts';
import type { AgentBook } from './agent-book.ts';
import { isHeld } from './always-holds.ts';
import { notes, type Sight } from './sight.ts';
import { NOTES } from './sometimes.ts';
import { spotHealth, spotLimits, spotWaiting } from './spot-stories.ts';
import { covers, RELEASES } from './stop-tracker.ts';
import type { Tally } from './tally.ts';

/** Names that are needed for every record, made once. */
const MODE = {
  IDLE: 'mode IDLE',
  WORKING: 'mode WORKING',
  LOOPING: 'mode LOOPING',
  RUNAWAY: 'mode RUNAWAY',
} as const;
const INTENSITY = {
  LOW: 'intensity LOW',
  NORMAL: 'intensity NORMAL',
  HIGH: 'intensity HIGH',
} as const;
const INTENT = {
  CONTINUE: 'intent CONTINUE',
  PAUSE: 'intent PAUSE',
  STOP: 'intent STOP',
} as const;

/** Watches one life. */
export class Spotter {
  readonly #tally: Tally;
  /** The record that last started a cooldown. */
  #offence: unknown = null;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** A process died. */
  crash(book: AgentBook, from: 'start' | 'snapshot'): void {
    this.#tally.see(`a crash reloaded from ${from}`);
    if (book.stops.holds.some(({ kind }) => kind !== 'approval' && kind !== 'compaction')) {
      this.#tally.see('a crash while stopped');
    }
    const cooling = [...book.sessions.values()].some(
      ({ cooldownUntil, threads }) =>
        cooldownUntil > book.clock ||
        [...threads.values()].some((thread) => thread.cooldownUntil > book.clock),
    );
    if (cooling) this.#tally.see('a crash during a cooldown');
  }

  /** Something that is no record was refused. */
  malformed(): void {
    this.#tally.see('a malformed record is refused');
  }

  /** A record was judged; the book has not closed it yet. */
  spot(sight: Sight, copy: boolean): void {
    this.#spotDecision(sight);
    this.#spotHolds(sight);
    spotHealth(sight, this.#tally);
    spotWaiting(sight, this.#tally);
    spotLimits(sight, this.#tally);
    this.#spotTransport(sight, copy);
  }

  #spotDecision(sight: Sight): void {
    const tally = this.#tally;
    const { activity, intent, safety } = sight.decision;
    const veto: SafetyVeto | undefined = safety.vetoReason;
    if (veto !== undefined) tally.see(`veto ${veto}`);
    tally.see(MODE[activity.mode]);
    tally.see(INTENSITY[activity.intensity]);
    tally.see(INTENT[intent.intent]);
    if (sight.decision.wakeAt === null) tally.see('nothing to wake for');
    if (sight.coded) for (const code of NOTES) if (notes(sight, code)) tally.see(`note ${code}`);
    if (sight.record.type === 'operator') tally.see(`person ${sight.record.action}`);
  }

  #spotHolds(sight: Sight): void {
    const { record, decision, place, book } = sight;
    const tally = this.#tally;
    const before = place.thread.holds;
    if (decision.holds.length === 0 && before.length === 0) return;
    const kinds: readonly HoldKind[] = decision.holds.map(({ hold }) => hold);
    for (const kind of kinds) if (!before.includes(kind)) tally.see(`raised ${kind}`);
    for (const kind of before) if (!kinds.includes(kind)) tally.see(`lifted ${kind}`);
    if (book.evictions > 0 && decision.holds.some((hold) => hasMoved(sight, hold.hold))) {
      tally.see('a hold moves up by eviction');
    }
    if (decision.holds.some(({ refused }) => refused === true)) tally.see('an approval is refused');
    if (book.stops.holds.some(({ kind, target }) => kind === 'approval' && target === '*')) {
      tally.see('approvals are merged');
    }
    if (decision.safety.allowed && !isHeld(sight)) {
      if (kinds.includes('approval') && record.type === 'admit' && record.target !== undefined) {
        tally.see('an approval lets another action pass');
      }
      const compacts = record.type === 'admit' && record.purpose === 'compaction';
      if (kinds.includes('compaction') && compacts) tally.see('compaction passes a hold on tools');
    }
    if (record.type === 'signal' && record.change === 'lift' && record.hold === 'kill_switch') {
      if (kinds.includes('kill_switch')) tally.see('a signal fails to lift the kill switch');
    }
  }

  #spotTransport(sight: Sight, copy: boolean): void {
    const { record, named, place } = sight;
    const tally = this.#tally;
    if (place.clamped && named.length > 0) tally.see('a clamped record is vetoed');
    if (copy && record === this.#offence) tally.see('a copy of the record that caused a veto');
    if (copy && record.type === 'operator' && RELEASES[record.action] !== undefined) {
      tally.see('a copy of a release');
    }
    const cooling = place.session.cooldownUntil !== 0 || place.thread.cooldownUntil !== 0;
    if (record.type === 'event' && named.includes('COOLDOWN_ACTIVE') && !cooling) {
      this.#offence = record;
    }
  }
}

/** A hold that stands here although it was raised elsewhere. */
function hasMoved({ book, place }: Sight, kind: HoldKind): boolean {
  if (kind === 'soft_suspend' || kind === 'hard_stop') return false;
  const here = { session: place.sessionName, thread: place.threadName };
  return !book.stops.holds.some((hold) => hold.kind === kind && covers(hold, here));
}
