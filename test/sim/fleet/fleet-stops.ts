/**
 * Who may pass in a fleet, by what is in the journal: the oracle of stops that several nodes take part in.
 *
 * A stop that was acknowledged by all nodes stands until a release comes after it in the journal. It knows the rows alone,
 * and nothing that a node remembers.
 */
import { EVERYBODY } from '../../../src/base/everybody.ts';
import type { Batch } from '../../../src/store/index.ts';
import type { StopAction, Target } from '../stop-ledger.ts';

const LIFTS = { deactivate: 'activate', pause: 'resume', 'stop-all': 'resume-all' } as const;

interface Row {
  readonly seq: number;
  readonly action: string;
  readonly session: string | undefined;
}

interface Stop {
  readonly target: Target;
  readonly action: StopAction;
  readonly why: string;
}

/** The stops of one world. */
export class FleetStops {
  readonly #rows = new Map<string, Row[]>();
  readonly #byWhy = new Map<string, Row>();
  #acknowledged: Stop[] = [];

  /** Rows got into the database. */
  take({ rows }: Batch): void {
    for (const { agent, seq, kind, body } of rows) {
      if (kind !== 'operator') continue;
      const { record } = JSON.parse(body) as {
        record: { action: string; why?: string; session?: string };
      };
      const row = { seq, action: record.action, session: record.session };
      const own = this.#rows.get(agent) ?? [];
      this.#rows.set(agent, [...own, row]);
      if (record.why !== undefined) this.#byWhy.set(record.why, row);
    }
  }

  /** Whether an act is in the journal. */
  isWritten(why: string): boolean {
    return this.#byWhy.has(why);
  }

  /** Somebody heard that their stop is in force everywhere. */
  acknowledged(stop: Stop): void {
    this.#acknowledged.push(stop);
  }

  /** Why nothing of this agent and session may pass; null when it may. */
  stopOf(agent: string, session: string | undefined): string | null {
    const concerned = this.#acknowledged.filter((stop) => covers(stop.target, agent, session));
    const found = concerned.find((stop) => !this.#isLifted(stop));
    if (found === undefined && concerned.length > 0) {
      // What was lifted stays lifted.
      this.#acknowledged = this.#acknowledged.filter((stop) => !this.#isLifted(stop));
    }
    return found?.why ?? null;
  }

  #isLifted({ target, action, why }: Stop): boolean {
    const row = this.#byWhy.get(why);
    if (row === undefined) return false;
    return (this.#rows.get(target.agent) ?? []).some(
      (one) =>
        one.seq > row.seq &&
        one.action === LIFTS[action] &&
        (one.session === undefined || one.session === target.session),
    );
  }
}

function covers(target: Target, agent: string, session: string | undefined): boolean {
  if (target.agent === EVERYBODY) return true;
  return target.agent === agent && (target.session === undefined || target.session === session);
}
