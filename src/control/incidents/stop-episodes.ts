/**
 * The stops in a history of decisions: when the rules stopped a session, and until when.
 *
 * The same fold reads the decisions of the time and those under other settings, so that the two can be compared. Stops
 * by people and by other rooms are left out: no setting would have changed them.
 */
import { MAIN } from '../../base/main-name.ts';
import type { AgentRecord } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';

/** Holds that the core raises by itself. */
export type RuleStop = 'kill_switch' | 'soft_suspend' | 'hard_stop';

/** One stop of one session. */
export interface StopEpisode {
  readonly kind: RuleStop;
  /** Of the record that brought it; null where the agent has none. */
  readonly session: string | null;
  readonly thread: string | null;
  readonly at: number;
  /** Row of the journal that brought it, and the one that ended it; null while it stands. */
  readonly seq: number;
  endSeq: number | null;
  readonly reason: string;
  /** Of the detector that was chosen; null where none spoke. */
  readonly score: number | null;
  /** Spent by the session while it stood. */
  tokensAfter: number;
}

/** A record of the journal and what is decided on it. */
export interface Judged {
  readonly record: AgentRecord;
  readonly decision: RecordedDecision;
  readonly seq: number;
  readonly at: number;
  readonly tokens: number;
}

const healthStops = ['soft_suspend', 'hard_stop'] as const;

/** Stops in the order in which they came. */
export class StopEpisodes {
  /** What the kill switch says where it stops: it acts, or it reports. */
  readonly #saysStop: 'killed' | 'would';
  readonly #all: StopEpisode[] = [];
  readonly #standing = new Map<string, StopEpisode>();

  constructor(saysStop: 'killed' | 'would') {
    this.#saysStop = saysStop;
  }

  get all(): readonly StopEpisode[] {
    return this.#all;
  }

  take(judged: Judged): void {
    const { record } = judged;
    if (record.type === 'operator') {
      if (record.action === 'activate') this.#released(record.session, judged.seq);
      return;
    }
    this.#spend(record.session, judged.tokens);
    const { killSwitch, holds } = judged.decision;
    if (killSwitch?.did === this.#saysStop) {
      const { reason, detector } = killSwitch;
      this.#stop('kill_switch', judged, reason ?? detector, killSwitch[detector].score);
    }
    for (const kind of healthStops) {
      const hold = holds.find((one) => one.hold === kind);
      if (hold === undefined) this.#end(keyOf(record.session, kind), judged.seq);
      else this.#stop(kind, judged, hold.why, null);
    }
  }

  #stop(kind: RuleStop, judged: Judged, reason: string, score: number | null): void {
    const { record, seq, at } = judged;
    const key = keyOf(record.session, kind);
    if (this.#standing.has(key)) return;
    const { session = null, thread = null } = record;
    const place = { kind, session, thread, at, seq, reason, score };
    const episode: StopEpisode = { ...place, endSeq: null, tokensAfter: 0 };
    this.#standing.set(key, episode);
    this.#all.push(episode);
  }

  #end(key: string, seq: number): void {
    const episode = this.#standing.get(key);
    if (episode === undefined) return;
    episode.endSeq = seq;
    this.#standing.delete(key);
  }

  /** A person's activation lifts the kill switch, of one session or of all. */
  #released(session: string | undefined, seq: number): void {
    for (const [key, episode] of this.#standing) {
      if (episode.kind !== 'kill_switch') continue;
      if (session === undefined || key === keyOf(session, 'kill_switch')) this.#end(key, seq);
    }
  }

  /** Counted once, for the stop that came first. */
  #spend(session: string | undefined, tokens: number): void {
    const own = [...this.#standing.values()].find(
      (one) => (one.session ?? MAIN) === (session ?? MAIN),
    );
    if (own !== undefined) own.tokensAfter += tokens;
  }
}

/** Stops of the first list that none of the second corresponds to: the same kind in the same session at the same time. */
export function unmatched(
  these: readonly StopEpisode[],
  those: readonly StopEpisode[],
): readonly StopEpisode[] {
  return these.filter((one) => !those.some((other) => isSame(one, other)));
}

function isSame(one: StopEpisode, other: StopEpisode): boolean {
  return (
    keyOf(one.session ?? undefined, one.kind) === keyOf(other.session ?? undefined, other.kind) &&
    one.seq < (other.endSeq ?? Infinity) &&
    other.seq < (one.endSeq ?? Infinity)
  );
}

function keyOf(session: string | undefined, kind: RuleStop): string {
  return `${kind} ${session ?? MAIN}`;
}
