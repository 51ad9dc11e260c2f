/**
 * Budgets that several agents share: what a team may spend in a day, whoever of it spends.
 *
 * The core judges one agent at a time, so what a team spent is the sum over its agents, counted here from the same
 * records by the core's own rules: reserved when a call passes, settled when it ends. A call is judged in the moment in
 * which it is recorded, so calls that come together cannot pass together. What was spent before this process began is
 * read from the journal once.
 */
import { EVERYBODY } from '../../base/everybody.ts';
import type { AgentRecord, BudgetReport, Budgets } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';
import {
  addSpending,
  brokenBudget,
  callAsked,
  ledgerAt,
  settlementsOf,
  type CallSpend,
  type Ledger,
} from '../../core/spending/index.ts';
import { dayBegan, spentOnDay } from '../../journal/index.ts';
import type { AgentHead, Store } from '../../store/index.ts';
import { entriesSince } from '../recent-entries.ts';
import { budgetViews, type BudgetView } from '../view/budget-view.ts';

/** What a team may spend in a day. */
export type TeamLimits = Pick<Budgets, 'microUsdPerDay' | 'tokensPerDay' | 'callsPerDay'>;

/** Agents that share budgets. */
export interface Team {
  readonly name: string;
  readonly budgets: TeamLimits;
  /** It reports what it would have refused, and refuses nothing. */
  readonly isShadow: (agent: string) => boolean;
  readonly has: (agent: string) => boolean;
  /** The same for the same `has`: what is kept of a team is of one with these agents. */
  readonly membership: string;
}

/** A call that is counted, and can be given back. */
export interface Reservation {
  readonly teams: readonly Team[];
  readonly call: CallSpend;
  readonly at: number;
}

/** A team's budget that a call does not fit into. */
export interface TeamProblem {
  readonly team: Team;
  readonly report: BudgetReport;
}

/** The budgets of all teams. */
export class TeamBudgets {
  readonly #store: Pick<Store, 'read' | 'heads'>;
  readonly #teams: () => readonly Team[];
  readonly #heads: readonly AgentHead[];
  readonly #ledgers = new Map<string, Ledger>();
  /** What was spent on the day on which the process began, before it did. */
  #before: Promise<void> | null = null;
  readonly #earlier = new Map<string, Ledger>();

  constructor(
    store: Pick<Store, 'read' | 'heads'>,
    heads: readonly AgentHead[],
    teams: () => readonly Team[],
  ) {
    this.#store = store;
    this.#heads = heads.filter(({ agent }) => agent !== EVERYBODY);
    this.#teams = teams;
  }

  /** Whether other nodes count with this one, so that a call is counted before it is recorded. */
  get isShared(): boolean {
    return false;
  }

  /** Every team. */
  protected teams(): readonly Team[] {
    return this.#teams();
  }

  /** Counts a call of an agent that is about to be recorded. Where nobody else counts, that is done when it is. */
  reserve(
    _agent: string,
    _call: CallSpend,
    _at: number,
  ): Promise<TeamProblem | Reservation | null> {
    return Promise.resolve(null);
  }

  /** It was not recorded after all. */
  giveBack(_reserved: Reservation): void {
    return undefined;
  }

  /** A record of this process is durable. Where nobody else counts, it was counted when it was judged. */
  settled(_agent: string, _record: AgentRecord, _at: number): void {
    return undefined;
  }

  /** Whether an agent shares a budget with others. */
  concerns(agent: string): boolean {
    return this.of(agent).length > 0;
  }

  /** A record of an agent was judged, at this time. */
  note(agent: string, record: AgentRecord, { safety }: RecordedDecision, at: number): void {
    const spendings =
      record.type === 'event' || record.type === 'result'
        ? settlementsOf(record)
        : record.type === 'admit' && safety.allowed && record.reserve !== false
          ? [reservationOf(callAsked(record))]
          : [];
    let ledger = this.#ledgers.get(agent);
    for (const spending of spendings) {
      if (spending !== null) ledger = addSpending(ledgerAt(ledger, 'agent', at), spending);
    }
    if (ledger !== undefined) this.#ledgers.set(agent, ledger);
  }

  /** Some records of this process may not be on the disk: what it spent is counted again from those that are. */
  async recount(agent: string, seq: number, now: number): Promise<void> {
    const before = this.#heads.find((head) => head.agent === agent)?.seq ?? 0;
    const entries = await entriesSince(this.#store, agent, seq, dayBegan(now) - 1);
    this.#ledgers.delete(agent);
    for (const { at, entry, seq: own } of entries) {
      if (own > before && 'record' in entry) this.note(agent, entry.record, entry.decision, at);
    }
  }

  /** What was spent before this process began is read, once. */
  async known(now: number, _teams?: readonly Team[]): Promise<void> {
    this.#before ??= this.#readEarlier(now).catch((error: unknown) => {
      this.#before = null;
      throw error;
    });
    await this.#before;
  }

  /** The teams of an agent. */
  of(agent: string): readonly Team[] {
    return this.#teams().filter(({ has }) => has(agent));
  }

  /** The budget of a team that a call does not fit into; null when it fits. `known` comes first. */
  problem(team: Team, call: CallSpend | null, now: number): BudgetReport | null {
    if (call === null) return null;
    const spent = { agent: { ledger: this.spentBy(team, now) }, session: {}, thread: {} };
    return brokenBudget(team.budgets, spent, call, now);
  }

  /** The same, as it is now. */
  async viewsAt(agent: string, now: number): Promise<readonly BudgetView[]> {
    await this.known(now, this.of(agent));
    return this.views(agent, now);
  }

  /** The budgets of an agent's teams, with what is spent of each. */
  views(agent: string, now: number): readonly BudgetView[] {
    return this.of(agent).flatMap((team) =>
      budgetViews(team.budgets, () => [this.spentBy(team, now)]).map((view) => ({
        ...view,
        level: 'team' as const,
        team: team.name,
        ...(team.isShadow(agent) ? { shadow: true as const } : {}),
      })),
    );
  }

  /** What its agents spent today. */
  protected spentBy({ has }: Team, now: number): Ledger {
    const nothing: Ledger = { since: dayBegan(now), tokens: 0, calls: 0, microUsd: 0 };
    const add = (total: Ledger, ledger: Ledger): Ledger => ({
      since: total.since,
      tokens: total.tokens + ledger.tokens,
      calls: total.calls + ledger.calls,
      microUsd: total.microUsd + ledger.microUsd,
    });
    return [...this.#earlier, ...this.#ledgers]
      .filter(([agent]) => has(agent))
      .map(([, ledger]) => ledgerAt(ledger, 'agent', now))
      .reduce(add, nothing);
  }

  async #readEarlier(now: number): Promise<void> {
    for (const { agent, seq } of this.#heads) {
      const spent = await spentOnDay(this.#store, agent, { now, through: seq });
      this.#earlier.set(agent, { since: dayBegan(now), ...spent });
    }
  }
}

function reservationOf(call: CallSpend | null) {
  if (call === null) return null;
  return { spent: { ...call, microUsd: call.microUsd ?? 0 }, before: null };
}
