/**
 * Budgets that several agents share: what a team may spend in a day, a week, a month or its last hours, whoever of it
 * spends. A team is agents, or calls for users, projects, branches and tags; or each of these has the budget for itself.
 *
 * The core judges one agent at a time, so what a team spent is the sum over its agents, counted here from the same
 * records by the core's own rules: reserved when a call passes, settled when it ends. A call is judged in the moment in
 * which it is recorded, so calls that come together cannot pass together. What was spent before this process began is
 * read from the journal once.
 */
import { EVERYBODY } from '../../base/everybody.ts';
import { present } from '../../base/present.ts';
import type { AgentRecord } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';
import {
  brokenBudget,
  hoursOf,
  NOTHING,
  periodBegan,
  type Amounts,
  type BudgetKind,
  type CallSpend,
} from '../../core/spending/index.ts';
import { added, budgetsBegan, takeRows, type RowRange } from '../../journal/index.ts';
import type { AgentHead, Store } from '../../store/index.ts';
import type { BudgetView } from '../view/budget-view.ts';
import { SpendTable, type Spender } from './spend-table.ts';
import type { TeamAsks } from './team-asks.ts';
import { fullestViews, shareViews } from './team-views.ts';
import { goesByWord, NO_LABELS, type Asker, type Team, type TeamProblem } from './team.ts';

/** The budgets of all teams. */
export class TeamBudgets {
  readonly #store: Pick<Store, 'read' | 'heads'>;
  readonly #teams: () => readonly Team[];
  readonly #heads: readonly AgentHead[];
  readonly #asks: () => TeamAsks | null;
  /** What was spent since the process began. */
  readonly #live = new SpendTable();
  /** What was spent before, as far back as `#readSince`. */
  #earlier = new SpendTable();
  #readSince = Infinity;
  #reading: Promise<void> | null = null;

  constructor(
    store: Pick<Store, 'read' | 'heads'>,
    heads: readonly AgentHead[],
    teams: () => readonly Team[],
    asks: () => TeamAsks | null,
  ) {
    this.#store = store;
    this.#asks = asks;
    this.#heads = heads.filter(({ agent }) => agent !== EVERYBODY);
    this.#teams = teams;
  }

  /** Whether a call shares a budget with others. */
  concerns(asker: Asker): boolean {
    return this.#teams().some(({ has }) => has(asker.agent, asker.labels ?? NO_LABELS));
  }

  /** A record of an agent was judged, at this time. */
  note(agent: string, record: AgentRecord, decision: RecordedDecision, at: number): void {
    this.#live.note(agent, record, decision, at);
  }

  /** Some records of this process may not be on the disk: what it spent is counted again from those that are. */
  async recount(agent: string, seq: number): Promise<void> {
    const after = this.#heads.find((head) => head.agent === agent)?.seq ?? 0;
    const counted = new SpendTable();
    await this.#read(counted, agent, { began: 0, after, through: seq });
    this.#live.replace(agent, counted);
  }

  /** What was spent before this process began is read: once, and again where a budget is for a longer time. */
  async known(now: number): Promise<void> {
    const began = Math.min(...this.#teams().map(({ budgets }) => budgetsBegan(budgets, now)));
    while (began < this.#readSince) {
      this.#reading ??= this.#readEarlier(began).finally(() => (this.#reading = null));
      await this.#reading;
    }
  }

  /** The teams that a call belongs to. */
  of({ agent, labels = NO_LABELS }: Asker): readonly Team[] {
    return this.#teams().filter(({ has }) => has(agent, labels));
  }

  /** The budget of a team that a call does not fit into; null when it fits. `known` comes first. */
  problem(team: Team, asker: Asker, call: CallSpend | null, now: number): TeamProblem | null {
    if (call === null) return null;
    const share = team.shareOf?.(asker.agent, asker.labels ?? NO_LABELS);
    const spentOf = (kind: BudgetKind) => this.#spentBy(team, share, kind, now);
    const asks = this.#asks();
    const report = brokenBudget(
      team.budgets,
      spentOf,
      call,
      (name) => asks?.isExtended({ team, share }, name, now) === true,
    );
    return report === null ? null : { team, report, ...present({ share }) };
  }

  /** The budgets of the teams that an agent's calls belonged to, with what is spent of each. */
  async views(agent: string, now: number): Promise<readonly BudgetView[]> {
    await this.known(now);
    const viewing = { agent, now, asks: this.#asks() };
    return this.#teams().flatMap((team) =>
      fullestViews(
        this.#sharesOf(agent, team).flatMap((share) =>
          shareViews(team, share, viewing, (kind) => this.#spentBy(team, share, kind, now)),
        ),
      ),
    );
  }

  /** Whose shares an agent's calls were; one without a name where all have one budget. */
  #sharesOf(agent: string, { name, has, shareOf }: Team): readonly (string | undefined)[] {
    const own = [...this.#earlier.spenders(agent), ...this.#live.spenders(agent)];
    const seen = [NO_LABELS, ...own.map(({ labels }) => labels)].filter((labels) =>
      has(agent, labels),
    );
    if (shareOf === undefined) return seen.length > 0 ? [undefined] : [];
    const named = own.length > 0 ? own.map(({ labels }) => labels) : [NO_LABELS];
    const spent = named.filter((one) => has(agent, one)).map((one) => shareOf(agent, one));
    return [...new Set([...spent, ...(this.#asks()?.sharesOf(agent, name) ?? [])])];
  }

  #spentBy(team: Team, share: string | undefined, kind: BudgetKind, now: number): Amounts {
    const began = periodBegan(kind.period ?? 'day', now, hoursOf(team.budgets));
    let sum = NOTHING;
    for (const table of [this.#earlier, this.#live]) {
      for (const spender of table.spenders()) {
        if (countsIn(team, share, spender)) sum = added(sum, spender.spent.since(began));
      }
    }
    return sum;
  }

  #read(table: SpendTable, agent: string, range: RowRange): Promise<void> {
    return takeRows(this.#store, agent, range, ({ record, decision, at }) =>
      table.note(agent, record, decision, at),
    );
  }

  async #readEarlier(began: number): Promise<void> {
    const earlier = new SpendTable();
    for (const { agent, seq } of this.#heads) {
      await this.#read(earlier, agent, { began, through: seq });
    }
    this.#earlier = earlier;
    this.#readSince = began;
  }
}

function countsIn(
  team: Team,
  share: string | undefined,
  { agent, labels, lost }: Spender,
): boolean {
  if (lost.some((name) => goesByWord(team, agent, name))) return true;
  return (
    team.has(agent, labels) && (share === undefined || team.shareOf?.(agent, labels) === share)
  );
}
