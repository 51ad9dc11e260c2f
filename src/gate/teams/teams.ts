/**
 * How a call passes the budgets of its teams: counted in memory by a process that is alone, claimed in the sums that all
 * share where there are several.
 */
import { toLog, type Log } from '../../base/log.ts';
import type { AgentRecord, GateRefusal } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';
import { callAsked } from '../../core/spending/index.ts';
import type { AgentHead, SharedSpend, Store } from '../../store/index.ts';
import { admitRecord, spendsUnseen } from '../call-records.ts';
import type { Clock } from '../clock.ts';
import type { SharedJournal } from '../gate-parts.ts';
import type { Passage } from '../passage.ts';
import { teamRefusal, unseenSpendingRefusal, whomOf } from '../refusal-words.ts';
import { noteWould, type Shadows } from '../shadows.ts';
import type { BudgetView } from '../view/budget-view.ts';
import type { SharedTeamBudgets } from './shared-team-budgets.ts';
import type { Extended, NamedAsk, TeamAsks } from './team-asks.ts';
import { TeamBudgets } from './team-budgets.ts';
import type { Asker, Team, TeamProblem } from './team.ts';

/** What teams are counted with. */
export interface TeamParts {
  readonly store: Store;
  readonly heads: readonly AgentHead[];
  readonly teams: () => readonly Team[];
  /** Where several processes share the sums; null for one that is alone. */
  readonly shared: Pick<SharedJournal, 'sums' | 'kit'> | null;
  readonly clock: Clock;
  readonly shadows: Shadows;
  readonly log: Log;
}

/** The budgets of all teams, for calls that ask. */
export class Teams {
  readonly #teams: () => readonly Team[];
  readonly #own: TeamBudgets;
  readonly #store: Store;
  /** Null while no budget asks: what keeps the questions is loaded when one does. */
  #asks: TeamAsks | null = null;
  readonly #shared: SharedTeamBudgets | null;
  readonly #clock: Clock;
  readonly #shadows: Shadows;
  readonly #log: Log;
  /** Calls that claimed their room. */
  readonly #claims = new WeakSet<Passage>();

  constructor({ store, heads, teams, shared, clock, shadows, log }: TeamParts) {
    this.#log = log;
    this.#teams = teams;
    this.#store = store;
    const asks = () => this.#asks;
    this.#own = new TeamBudgets(store, heads, teams, asks);
    this.#shared =
      shared === null ? null : new shared.kit.TeamBudgets(store, shared.sums, teams, asks);
    this.#clock = clock;
    this.#shadows = shadows;
  }

  /** Whether a call shares a budget with others. */
  concerns(asker: Asker): boolean {
    return this.#own.concerns(asker);
  }

  /** A record of an agent was judged, at this time. */
  note(agent: string, record: AgentRecord, decision: RecordedDecision, at: number): void {
    if (this.#shared === null) this.#own.note(agent, record, decision, at);
  }

  /** Some records of this process may not be on the disk. What is shared counts only those that are. */
  async recount(agent: string, seq: number): Promise<void> {
    if (this.#shared === null) await this.#own.recount(agent, seq);
  }

  /** What a record counts in the sums that are shared. */
  spendsOf(
    agent: string,
    record: AgentRecord,
    judged: { readonly decision: RecordedDecision; readonly at: number },
  ): readonly SharedSpend[] {
    return this.#shared?.spendsOf(agent, record, judged) ?? [];
  }

  /** The budgets of an agent's teams, with what is spent of each. */
  async views(agent: string, now: number): Promise<readonly BudgetView[]> {
    await this.#heard();
    return (this.#shared ?? this.#own).views(agent, now);
  }

  /** Waits until it is known whether a call fits, and where that is shared, claims its room; null where it asks nobody. */
  room(way: Passage, id: string): Promise<GateRefusal | null> | null {
    if (!this.concerns(way.ask)) return null;
    const shared = this.#shared;
    if (shared !== null) {
      return way.after(() => this.#heard().then(() => this.#claimed(shared, way, id)));
    }
    return way.after(() =>
      this.#heard()
        .then(() => this.#own.known(this.#clock.now()))
        .then(() => this.#problemOf(way, this.#problemsNow(way))),
    );
  }

  /** What no budget has room for in the moment before it is recorded. What was claimed has its room. */
  problem(way: Passage): GateRefusal | null {
    return this.#shared === null ? this.#problemOf(way, this.#problemsNow(way)) : null;
  }

  /** A call was not let through: what it claimed is given back. Where that fails it lapses with this process. */
  async forget(way: Passage, id: string): Promise<void> {
    if (!this.#claims.has(way)) return;
    await this.#shared
      ?.release(id)
      .catch(toLog(this.#log, 'gate', 'giving back a share of a budget'));
  }

  /** A person extends the budgets that an agent waits at, each once, or only the one that is named. In words, with whose call made it ask. */
  async extend(agent: string, only?: NamedAsk): Promise<readonly Extended[]> {
    const views = await this.views(agent, this.#clock.now());
    const asks = this.#asks;
    if (asks === null) return [];
    const { extendAsked } = await import('./team-asks.ts');
    return extendAsked(asks, this.#teams(), { agent, views, only, now: this.#clock.now() });
  }

  /** The problem as it is told: a budget that asks has asked by then. */
  #asking(problem: TeamProblem, agent: string): TeamProblem {
    const asks = this.#asks?.ask(problem, agent, this.#clock.now()) === true;
    return asks ? { ...problem, asks } : problem;
  }

  /** What was asked and answered before is known where a budget asks. */
  async #heard(): Promise<void> {
    if (!this.#teams().some(({ budgets }) => budgets.extendPercent !== undefined)) return;
    const { TeamAsks } = await import('./team-asks.ts');
    this.#asks ??= new TeamAsks(this.#store, this.#log);
    await this.#asks.known();
  }

  async #claimed(shared: SharedTeamBudgets, way: Passage, id: string): Promise<GateRefusal | null> {
    const unseen = this.#problemOf(way, []);
    const call = this.#asked(way);
    if (unseen !== null || call === null) return unseen;
    const { fits, problems } = await shared.claim(id, way.ask, call, this.#clock.now());
    if (fits) this.#claims.add(way);
    const refusal = this.#problemOf(way, problems);
    // What was not claimed does not pass, whatever is known of why.
    if (!fits && refusal === null) throw new Error('a budget of a team has no room');
    return refusal;
  }

  #problemsNow(way: Passage): readonly TeamProblem[] {
    const call = this.#asked(way);
    const now = this.#clock.now();
    return this.#own
      .of(way.ask)
      .flatMap((team) => this.#own.problem(team, way.ask, call, now) ?? []);
  }

  #asked({ ask }: Passage) {
    return callAsked(admitRecord('', ask, { timestamp: this.#clock.now(), isFirst: false }));
  }

  /** The first budget that refuses. Budgets in shadow report, and the call passes. */
  #problemOf(way: Passage, problems: readonly TeamProblem[]): GateRefusal | null {
    const { ask, chain, call } = way;
    const whom = whomOf(chain, call.session);
    for (const team of this.#teams().filter(({ has }) => has(ask.agent, ask.labels ?? {}))) {
      const problem = problems.find((one) => one.team.name === team.name);
      const isShadow = team.isShadow(ask.agent);
      const refusal = spendsUnseen(ask, team.budgets)
        ? unseenSpendingRefusal(whom)
        : problem === undefined
          ? null
          : teamRefusal(whom, isShadow ? problem : this.#asking(problem, ask.agent));
      if (refusal === null) continue;
      if (!isShadow) return refusal;
      noteWould(this.#shadows, way, { rule: 'team', act: 'refuse', name: team.name }, refusal);
    }
    return null;
  }
}
