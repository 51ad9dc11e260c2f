/**
 * Budgets of teams whose agents work on several nodes: what a team spent is a document that all nodes share.
 *
 * A call is counted there before it is recorded, by a change that is made only on the sum as it stands, so that calls on
 * several nodes cannot pass together where one does not fit. One that does not pass after all is given back. A node that
 * dies in between leaves it counted: a team never passes its cap. All that waits on a node is counted with one change.
 */
import { createHash } from 'node:crypto';
import { EVERYBODY } from '../../base/everybody.ts';
import type { Log } from '../../base/log.ts';
import type { AgentRecord, BudgetReport } from '../../core/index.ts';
import {
  addSpending,
  brokenBudget,
  settlementsOf,
  type CallSpend,
  type Ledger,
} from '../../core/spending/index.ts';
import { dayBegan, spentOnDay } from '../../journal/index.ts';
import type { AgentHead, DocumentChange, Store } from '../../store/index.ts';
import type { GateParts } from '../gate-parts.ts';
import { TeamBudgets, type Reservation, type Team, type TeamProblem } from './team-budgets.ts';

type Spending = ReturnType<typeof settlementsOf>[number];
type Sums = Map<string, Ledger>;

/** What is counted with one change; false where it is not to be counted. */
interface Job {
  readonly teams: readonly Team[];
  readonly at: number;
  readonly count: (sums: Sums, at: number) => void;
  readonly done: PromiseWithResolvers<void>;
}

const KIND = 'team-spend';
const DAY_MS = 86_400_000;
const DAYS_KEPT = 7;
/** Who loses so often to other nodes refuses. */
const TRIES_MAX = 200;

/** The budgets of all teams, counted by all nodes together. */
class SharedTeamBudgets extends TeamBudgets {
  readonly #documents: Pick<Store, 'documents' | 'changeDocuments' | 'heads' | 'read'>;
  readonly #log: Log;
  /** What was read or written last, by its document. */
  readonly #sums: Sums = new Map();
  #waiting: Job[] = [];
  #working = false;

  constructor(store: Store, log: Log, teams: () => readonly Team[]) {
    super(store, [], teams);
    this.#documents = store;
    this.#log = log;
  }

  override get isShared(): boolean {
    return true;
  }

  /** What others spent is in the sum already; what this node's calls reserved was counted before. */
  override note(): void {
    return undefined;
  }

  override recount(): Promise<void> {
    return Promise.resolve();
  }

  /** A record of this node is durable: what it really spent takes the place of what was reserved. */
  override settled(agent: string, record: AgentRecord, at: number): void {
    if (record.type !== 'event' && record.type !== 'result') return;
    const teams = this.of(agent);
    const spendings = settlementsOf(record).filter(isSomething);
    if (teams.length === 0 || spendings.length === 0) return;
    const count = (sums: Sums, day: number) => {
      for (const spending of spendings) add(sums, teams, day, spending);
    };
    // It stays counted as it was estimated.
    this.#do({ teams, at, count }).catch((error: unknown) => {
      this.#log.warn('store', 'counting what a team spent', error, { agent });
    });
  }

  /** Reads what the teams spent today. */
  override async known(now: number, teams: readonly Team[] = this.teams()): Promise<void> {
    for (const team of teams) await this.#read(team, now);
  }

  /** Counts a call for the teams of an agent; the budget that it does not fit into, or what was counted. */
  override async reserve(
    agent: string,
    call: CallSpend,
    at: number,
  ): Promise<TeamProblem | Reservation> {
    const teams = this.of(agent);
    let problem: TeamProblem | null = null;
    const count = (sums: Sums, day: number) => {
      problem = null;
      for (const team of teams) {
        const report = team.isShadow(agent) ? null : broken(sums, team, call, day);
        if (report !== null) problem = { team, report };
      }
      if (problem === null) add(sums, teams, day, reserving(call));
    };
    await this.#do({ teams, at, count });
    return problem ?? { teams, call, at };
  }

  /** It did not pass after all. */
  override giveBack({ teams, call, at }: Reservation): void {
    const count = (sums: Sums, day: number) => {
      const before = { since: at, ...amounts(call) };
      add(sums, teams, day, { spent: { tokens: 0, calls: 0, microUsd: 0 }, before });
    };
    this.#do({ teams, at, count }).catch((error: unknown) => {
      this.#log.warn('store', 'giving back what a team did not spend', error);
    });
  }

  protected override spentBy(team: Team, now: number): Ledger {
    return this.#sums.get(idOf(team, now)) ?? nothing(now);
  }

  #do(job: Omit<Job, 'done'>): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ ...job, done });
    if (!this.#working) void this.#work();
    return done.promise;
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting.splice(0);
      try {
        await this.#count(jobs);
        for (const { done } of jobs) done.resolve();
      } catch (error) {
        for (const { done } of jobs) done.reject(error);
      }
    }
    this.#working = false;
  }

  /** All of them on what the sums are now, or anew on what another node made of them. */
  async #count(jobs: readonly Job[]): Promise<void> {
    const wanted = new Map(
      jobs.flatMap(({ teams, at }) => teams.map((team) => [idOf(team, at), { team, at }] as const)),
    );
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const sums: Sums = new Map();
      const expect: { kind: string; id: string; body: string }[] = [];
      for (const [id, { team, at }] of wanted) {
        const { ledger, body } = await this.#read(team, at);
        sums.set(id, ledger);
        expect.push({ kind: KIND, id, body });
      }
      for (const { at, count } of jobs) count(sums, at);
      const put = [...sums].map(([id, ledger]) => documentOf(id, ledger));
      const changed = put.filter(({ body }, place) => body !== expect[place]?.body);
      const change: DocumentChange = { put: changed, expect };
      if (changed.length > 0 && !(await this.#documents.changeDocuments(change))) continue;
      for (const [id, ledger] of sums) this.#sums.set(id, ledger);
      return;
    }
    throw new Error('other nodes count what this team spends all the time');
  }

  /** The sum of a team on a day; the first to ask makes it from the journal. */
  async #read(team: Team, at: number): Promise<{ readonly ledger: Ledger; readonly body: string }> {
    const id = idOf(team, at);
    for (;;) {
      const [found] = await this.#documents.documents({ kind: KIND, id, limit: 1 });
      if (found !== undefined) {
        const ledger = ledgerOf(found.body, at);
        this.#sums.set(id, ledger);
        return { ledger, body: found.body };
      }
      const began = dayBegan(at);
      const old = await this.#documents.documents({
        kind: KIND,
        until: began - DAYS_KEPT * DAY_MS,
        limit: 1_000,
      });
      await this.#documents.changeDocuments({
        put: [documentOf(id, await this.#spentBefore(team, at))],
        remove: old,
        expect: [{ kind: KIND, id, body: null }],
      });
      for (const one of old) this.#sums.delete(one.id);
    }
  }

  async #spentBefore({ has }: Team, now: number): Promise<Ledger> {
    let sum = nothing(now);
    for (const { agent, seq, at } of await this.#documents.heads()) {
      if (agent === EVERYBODY || at < sum.since || !has(agent)) continue;
      const spent = await spentOnDay(this.#documents, agent, { now, through: seq });
      sum = addSpending(sum, { spent, before: null });
    }
    return sum;
  }
}

/** The budgets of teams as a gate counts them: alone, or with others. */
export function teamBudgetsOf(
  { store, shared, teams = () => [] }: Pick<GateParts, 'store' | 'shared' | 'teams'>,
  log: Log,
  heads: readonly AgentHead[],
): TeamBudgets {
  if (shared !== undefined) return new SharedTeamBudgets(store, log, teams);
  return new TeamBudgets(store, heads, teams);
}

function nothing(now: number): Ledger {
  return { since: dayBegan(now), tokens: 0, calls: 0, microUsd: 0 };
}

function amounts({ tokens, calls, microUsd }: CallSpend) {
  return { tokens, calls, microUsd: microUsd ?? 0 };
}

function reserving(call: CallSpend): Spending {
  return { spent: amounts(call), before: null };
}

function isSomething({ spent, before }: Spending): boolean {
  return [spent, before].some(
    (one) => one !== null && (one.tokens !== 0 || one.calls !== 0 || one.microUsd !== 0),
  );
}

function add(sums: Sums, teams: readonly Team[], at: number, spending: Spending): void {
  for (const team of teams) {
    const id = idOf(team, at);
    sums.set(id, addSpending(sums.get(id) ?? nothing(at), spending));
  }
}

function broken(sums: Sums, team: Team, call: CallSpend, at: number): BudgetReport | null {
  const ledger = sums.get(idOf(team, at)) ?? nothing(at);
  return brokenBudget(team.budgets, { agent: { ledger }, session: {}, thread: {} }, call, at);
}

/** Who belongs to it is part of the name: a team that changed is counted anew, from what its agents spent. */
function idOf({ name, membership }: Team, at: number): string {
  const mark = createHash('sha256').update(membership).digest('hex').slice(0, 16);
  return `${new Date(dayBegan(at)).toISOString().slice(0, 10)}/${mark}/${name}`;
}

function documentOf(id: string, { since, tokens, calls, microUsd }: Ledger) {
  return { kind: KIND, id, at: since, body: JSON.stringify({ tokens, calls, microUsd }) };
}

function ledgerOf(body: string, at: number): Ledger {
  const { tokens, calls, microUsd } = JSON.parse(body) as Omit<Ledger, 'since'>;
  return { since: dayBegan(at), tokens, calls, microUsd };
}
