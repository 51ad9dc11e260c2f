/**
 * Budgets that several agents share: what a team may spend in a day, a week, a month or its last hours, whoever of it
 * spends.
 *
 * The core judges one agent at a time, so what a team spent is the sum over its agents, counted here from the same
 * records by the core's own rules: reserved when a call passes, settled when it ends. A call is judged in the moment in
 * which it is recorded, so calls that come together cannot pass together. What was spent before this process began is
 * read from the journal once.
 */
import { EVERYBODY } from '../base/everybody.ts';
import type { AgentRecord, BudgetReport, Budgets } from '../core/index.ts';
import type { RecordedDecision } from '../core/records/short-decision.ts';
import {
  brokenBudget,
  hoursOf,
  NOTHING,
  periodBegan,
  type Amounts,
  type BudgetKind,
  type CallSpend,
} from '../core/spending/index.ts';
import { added, budgetsBegan, HourlySpend, spentByHour } from '../journal/index.ts';
import type { AgentHead, Store } from '../store/index.ts';
import { budgetViews, type BudgetView } from './view/budget-view.ts';

/** What a team may spend: it has no budgets of a session or a conversation. */
export type TeamLimits = Omit<
  Budgets,
  | 'microUsdPerSession'
  | 'tokensPerSession'
  | 'callsPerSession'
  | 'microUsdPerThread'
  | 'tokensPerThread'
  | 'callsPerThread'
>;

/** Agents that share budgets. */
export interface Team {
  readonly name: string;
  readonly budgets: TeamLimits;
  /** It reports what it would have refused, and refuses nothing. */
  readonly isShadow: (agent: string) => boolean;
  readonly has: (agent: string) => boolean;
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
  /** What was spent since the process began, by agent. */
  readonly #live = new Map<string, HourlySpend>();
  /** What was spent before, as far back as `#readSince`. */
  #earlier: ReadonlyMap<string, HourlySpend> = new Map();
  #readSince = Infinity;
  #reading: Promise<void> | null = null;

  constructor(
    store: Pick<Store, 'read' | 'heads'>,
    heads: readonly AgentHead[],
    teams: () => readonly Team[],
  ) {
    this.#store = store;
    this.#heads = heads.filter(({ agent }) => agent !== EVERYBODY);
    this.#teams = teams;
  }

  /** Whether an agent shares a budget with others. */
  concerns(agent: string): boolean {
    return this.of(agent).length > 0;
  }

  /** A record of an agent was judged, at this time. */
  note(agent: string, record: AgentRecord, decision: RecordedDecision, at: number): void {
    const spent = this.#live.get(agent) ?? new HourlySpend();
    this.#live.set(agent, spent);
    spent.note(record, decision, at);
  }

  /** Some records of this process may not be on the disk: what it spent is counted again from those that are. */
  async recount(agent: string, seq: number): Promise<void> {
    const after = this.#heads.find((head) => head.agent === agent)?.seq ?? 0;
    const spent = await spentByHour(this.#store, agent, { began: 0, after, through: seq });
    this.#live.set(agent, spent);
  }

  /** What was spent before this process began is read: once, and again where a budget is for a longer time. */
  async known(now: number): Promise<void> {
    const began = Math.min(...this.#teams().map(({ budgets }) => budgetsBegan(budgets, now)));
    while (began < this.#readSince) {
      this.#reading ??= this.#readEarlier(began).finally(() => (this.#reading = null));
      await this.#reading;
    }
  }

  /** The teams of an agent. */
  of(agent: string): readonly Team[] {
    return this.#teams().filter(({ has }) => has(agent));
  }

  /** The budget of a team that a call does not fit into; null when it fits. `known` comes first. */
  problem(team: Team, call: CallSpend | null, now: number): BudgetReport | null {
    if (call === null) return null;
    return brokenBudget(team.budgets, (kind) => this.#spentBy(team, kind, now), call);
  }

  /** The budgets of an agent's teams, with what is spent of each. */
  views(agent: string, now: number): readonly BudgetView[] {
    return this.of(agent).flatMap((team) =>
      budgetViews(team.budgets, (kind) => [this.#spentBy(team, kind, now)]).map((view) => ({
        ...view,
        level: 'team' as const,
        team: team.name,
        ...(team.isShadow(agent) ? { shadow: true as const } : {}),
      })),
    );
  }

  #spentBy({ has, budgets }: Team, { period = 'day' }: BudgetKind, now: number): Amounts {
    const began = periodBegan(period, now, hoursOf(budgets));
    let sum = NOTHING;
    for (const table of [this.#earlier, this.#live]) {
      for (const [agent, spent] of table) if (has(agent)) sum = added(sum, spent.since(began));
    }
    return sum;
  }

  async #readEarlier(began: number): Promise<void> {
    const earlier = new Map<string, HourlySpend>();
    for (const { agent, seq } of this.#heads) {
      earlier.set(agent, await spentByHour(this.#store, agent, { began, through: seq }));
    }
    this.#earlier = earlier;
    this.#readSince = began;
  }
}
