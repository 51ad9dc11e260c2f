import { BoundedMap } from '../../base/bounded-map.ts';
import { present } from '../../base/present.ts';
/**
 * Budgets of teams whose agents are served by several processes: the sums are in the database, and a call claims its room
 * there before it is recorded. What the append then counts takes the place of the claim, so of 64 calls on three nodes as
 * many pass as there is room for.
 */
import type { AgentRecord, BudgetName, CallLabels } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';
import {
  BUDGET_KINDS,
  brokenBudget,
  extendedLimit,
  hoursOf,
  NOTHING,
  periodBegan,
  type Amounts,
  type BudgetKind,
  type BudgetPeriod,
  type CallSpend,
} from '../../core/spending/index.ts';
import { budgetsBegan, takeRows } from '../../journal/index.ts';
import type { SharedSpend, SharedSums, Store, SumLimit } from '../../store/index.ts';
import type { BudgetView } from '../view/budget-view.ts';
import type { TeamAsks } from './team-asks.ts';
import { hourOf, keyOf, sharesOf, spendsOf } from './team-shares.ts';
import { fullestViews, shareViews } from './team-views.ts';
import { NO_LABELS, type Asker, type Team, type TeamProblem } from './team.ts';

interface AskedSum {
  readonly team: Team;
  readonly share: string | undefined;
  readonly period: BudgetPeriod;
}

/** Whether a person extended a budget of a team. */
type Extended = (team: Team, share: string | undefined, name: BudgetName) => boolean;

/** How often the sums may begin anew while a call asks. */
const TRIES_MAX = 3;
/** Agents whose labels are remembered for showing, and labels of each. */
const SEEN_AGENTS_MAX = 20_000;
const SEEN_LABELS_MAX = 64;

/** The budgets of all teams, shared. */
export class SharedTeamBudgets {
  readonly #store: Pick<Store, 'read' | 'heads'>;
  readonly #sums: SharedSums;
  readonly #teams: () => readonly Team[];
  readonly #asks: () => TeamAsks | null;
  readonly #seen = new BoundedMap<string, Map<string, CallLabels>>(SEEN_AGENTS_MAX);
  #counted = -1;
  #counting: Promise<void> | null = null;

  constructor(
    store: Pick<Store, 'read' | 'heads'>,
    sums: SharedSums,
    teams: () => readonly Team[],
    asks: () => TeamAsks | null,
  ) {
    this.#store = store;
    this.#asks = asks;
    this.#sums = sums;
    this.#teams = teams;
  }

  /** What a record counts to; the store writes it with the record's row. */
  spendsOf(
    agent: string,
    record: AgentRecord,
    { decision, at }: { readonly decision: RecordedDecision; readonly at: number },
  ): readonly SharedSpend[] {
    if ('labels' in record && record.labels !== undefined) this.#see(agent, record.labels);
    return spendsOf(this.#teams(), record, { agent, decision, at });
  }

  /** Claims the room of a call; where one of its teams that act has none, nothing is claimed. */
  async claim(
    id: string,
    { agent, labels }: Asker,
    call: CallSpend,
    now: number,
  ): Promise<{ readonly fits: boolean; readonly problems: readonly TeamProblem[] }> {
    const teams = this.#teams();
    const shares = sharesOf(teams, agent, labels);
    if (shares === null) return { fits: true, problems: [] };
    const own = teams.filter(({ has }) => has(agent, labels ?? NO_LABELS));
    const asked = own.flatMap((team) => askedOf(team, team.shareOf?.(agent, labels ?? NO_LABELS)));
    const { tokens, calls, microUsd } = call;
    const amounts = { tokens, calls, microUsd: microUsd ?? 0 };
    const asks = this.#asks();
    let isNews = asks !== null;
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      await this.#known(now);
      const isExtended: Extended = (team, share, name) =>
        asks?.isExtended({ team, share }, name, now) === true;
      const limits = asked.map((one) => limitOf(one, agent, call, { now, isExtended }));
      const answer = await this.#sums.claim({
        call: id,
        ...shares,
        hour: hourOf(now),
        ...amounts,
        limits,
      });
      // Another node may have heard a person's answer.
      if (answer !== null && !answer.fits && isNews) {
        isNews = false;
        await asks?.refresh();
        continue;
      }
      if (answer !== null) {
        const placeOf = (team: Team, period: BudgetPeriod) =>
          asked.findIndex((one) => one.team === team && one.period === period);
        const asker = { agent, ...present({ labels }) };
        const spentOf = (team: Team, period: BudgetPeriod) =>
          answer.sums[placeOf(team, period)] ?? NOTHING;
        const problems = problemsOf(own, asker, call, { spentOf, isExtended });
        return { fits: answer.fits, problems };
      }
      this.#counted = -1;
    }
    throw new Error('what teams spent is being counted anew, again and again');
  }

  /** A call that claimed its room was not recorded. */
  release(id: string): Promise<void> {
    return this.#sums.release(id);
  }

  /** The budgets of an agent's teams with what is spent of each, as far as this process knows its labels. */
  async views(agent: string, now: number): Promise<readonly BudgetView[]> {
    const seen = [NO_LABELS, ...(this.#seen.get(agent)?.values() ?? [])];
    // Another node may have asked, or heard a person's answer.
    const asks = this.#asks();
    await asks?.refresh();
    const viewing = { agent, now, asks };
    const shown = this.#teams().flatMap((team) => {
      const fitting = seen.filter((labels) => team.has(agent, labels));
      const own = fitting.map((labels) => team.shareOf?.(agent, labels));
      const shares = new Set([...own, ...(asks?.sharesOf(agent, team.name) ?? [])]);
      return [...shares].map((share) => ({ team, share, asked: askedOf(team, share) }));
    });
    if (shown.length === 0) return [];
    await this.#known(now);
    const all = shown.flatMap(({ asked }) => asked);
    const sums = await this.#sums.sums(all.map((one) => sumOf(one, now)));
    const views = shown.map(({ team, share, asked }) => ({
      team,
      views: shareViews(team, share, viewing, ({ period = 'day' }: BudgetKind) => {
        const at = asked.find((one) => one.period === period);
        return (at === undefined ? undefined : sums[all.indexOf(at)]) ?? NOTHING;
      }),
    }));
    return [...Map.groupBy(views, ({ team }) => team).values()].flatMap((of) =>
      fullestViews(of.flatMap((one) => one.views)),
    );
  }

  #see(agent: string, labels: CallLabels): void {
    const seen = this.#seen.get(agent) ?? new Map<string, CallLabels>();
    if (seen.size < SEEN_LABELS_MAX) seen.set(JSON.stringify(labels), labels);
    this.#seen.set(agent, seen);
  }

  /** What was spent before the first process came is counted: once for all of them. */
  async #known(now: number): Promise<void> {
    while (this.#counted !== this.#sums.generation()) {
      this.#counting ??= this.#countEarlier(now).finally(() => (this.#counting = null));
      await this.#counting;
    }
  }

  async #countEarlier(now: number): Promise<void> {
    const generation = this.#sums.generation();
    const teams = this.#teams();
    const began = Math.min(...teams.map(({ budgets }) => budgetsBegan(budgets, now)));
    await this.#sums.countEarlier(async (through) => {
      const sums = new EarlierSums();
      for (const [agent, last] of through) {
        await takeRows(this.#store, agent, { began, through: last }, ({ record, decision, at }) => {
          sums.take(spendsOf(teams, record, { agent, decision, at }));
        });
      }
      return sums.all();
    });
    this.#counted = generation;
  }
}

/** Spends that were read one by one, as few as they can be told with. */
class EarlierSums {
  readonly #sums = new Map<string, SharedSpend>();

  take(spends: readonly SharedSpend[]): void {
    for (const { call: _, ...one } of spends) {
      const key = JSON.stringify([one.agent, one.labels, one.hour, one.keys, one.restKeys]);
      const before = this.#sums.get(key);
      this.#sums.set(key, {
        ...one,
        tokens: one.tokens + (before?.tokens ?? 0),
        calls: one.calls + (before?.calls ?? 0),
        microUsd: one.microUsd + (before?.microUsd ?? 0),
      });
    }
  }

  all(): readonly SharedSpend[] {
    return [...this.#sums.values()];
  }
}

/** One sum for each period that a team has a budget for. */
function askedOf(team: Team, share: string | undefined): readonly AskedSum[] {
  const names = Object.keys(BUDGET_KINDS) as (keyof typeof BUDGET_KINDS)[];
  const periods = names
    .filter((name) => team.budgets[name as keyof Team['budgets']] !== undefined)
    .map((name) => BUDGET_KINDS[name].period ?? 'day');
  return [...new Set(periods)].map((period) => ({ team, share, period }));
}

function sumOf({ team, share, period }: AskedSum, now: number) {
  return {
    key: keyOf(team, share),
    withRest: (team.goesBy ?? []).length > 0,
    began: hourOf(periodBegan(period, now, hoursOf(team.budgets))),
  };
}

/** Nothing may pass where the price is unknown; a team that only reports binds nobody. */
function limitOf(
  asked: AskedSum,
  agent: string,
  call: CallSpend,
  { now, isExtended }: { readonly now: number; readonly isExtended: Extended },
): SumLimit {
  const { team, share, period } = asked;
  const most = { tokens: null, calls: null, microUsd: null } as Record<
    keyof Amounts,
    number | null
  >;
  for (const [name, kind] of Object.entries(BUDGET_KINDS)) {
    const own = team.budgets[name as keyof Team['budgets']];
    if (own === undefined || (kind.period ?? 'day') !== period || team.isShadow(agent)) continue;
    const isMore = isExtended(team, share, name as BudgetName);
    const limit = isMore ? extendedLimit(own, team.budgets) : own;
    most[kind.unit] = call[kind.unit] === null ? -1 : limit;
  }
  return { ...sumOf(asked, now), ...most };
}

function problemsOf(
  teams: readonly Team[],
  { agent, labels = NO_LABELS }: Asker,
  call: CallSpend,
  {
    spentOf,
    isExtended,
  }: {
    readonly spentOf: (team: Team, period: BudgetPeriod) => Amounts;
    readonly isExtended: Extended;
  },
): readonly TeamProblem[] {
  return teams.flatMap((team): readonly TeamProblem[] => {
    const share = team.shareOf?.(agent, labels);
    const report = brokenBudget(
      team.budgets,
      ({ period = 'day' }) => spentOf(team, period),
      call,
      (name) => isExtended(team, share, name),
    );
    return report === null ? [] : [{ team, report, ...present({ share }) }];
  });
}
