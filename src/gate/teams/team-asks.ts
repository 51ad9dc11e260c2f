/**
 * Budgets of teams that ask: at its limit a team's calls wait for a person, who gives it so many per cent more, once in its
 * period.
 *
 * The question and its answer are kept in the store and not in one agent's journal: they are about all agents of the team,
 * on every node, and outlast a restart. Nobody has to answer; what waits goes on when the period is over. Whoever changes
 * the budget has answered, so an answer is only for the limit that it was given for.
 */
import { hash } from 'node:crypto';
import { parseJson } from '../../base/json-text.ts';
import { isObject } from '../../base/json-values.ts';
import { toLog, type Log } from '../../base/log.ts';
import type { BudgetName } from '../../core/index.ts';
import {
  asksToExtend,
  BUDGET_KINDS,
  budgetNameOf,
  isExtended,
  sayAmount,
} from '../../core/spending/index.ts';
import { READ_LIMIT_MAX, type Store, type StoredDocument } from '../../store/index.ts';
import type { BudgetView } from '../view/budget-view.ts';
import { askName, type Team, type TeamProblem } from './team.ts';

const KIND = 'team-ask';
/** Longer than any period lasts. */
const KEPT_MS = 32 * 24 * 3_600_000;

/** A question that was asked for a budget of a team, and its answer. */
export interface TeamAsk {
  readonly team: string;
  readonly share: string | null;
  readonly budget: BudgetName;
  /** Of the budget as it was when it was asked for, and by how many per cent of itself it would be extended. */
  readonly limit: number;
  readonly percent: number;
  /** Whose call came first. */
  readonly agent: string;
  readonly askedAt: number;
  readonly extendedAt: number | null;
}

/** A budget that asks, of a team or of one share of it. */
interface Place {
  readonly team: Pick<Team, 'name' | 'budgets'>;
  readonly share: string | undefined;
}

type Kept = Pick<Store, 'changeDocuments' | 'documents'>;

/** What teams were asked for, as far as this process knows. */
export class TeamAsks {
  readonly #store: Kept;
  readonly #log: Log;
  readonly #asks = new Map<string, TeamAsk>();
  /** What is being written, by id: an answer that comes at once waits for its question. */
  readonly #writing = new Map<string, Promise<void>>();
  #read: Promise<void> | null = null;

  constructor(store: Kept, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** What was asked and answered before is read, once. */
  known(): Promise<void> {
    this.#read ??= this.refresh().catch((error: unknown) => {
      this.#read = null;
      throw error;
    });
    return this.#read;
  }

  /** Reads what others asked and answered. */
  async refresh(): Promise<void> {
    const found = await this.#store.documents({ kind: KIND, limit: READ_LIMIT_MAX });
    for (const { id, body } of found) {
      const ask = askOf(body);
      if (ask !== null) this.#asks.set(id, ask);
    }
  }

  /** Whether a person extended this budget in its present period. */
  isExtended(place: Place, budget: BudgetName, now: number): boolean {
    const ask = this.#standing(place, budget, now);
    return ask?.extendedAt !== null && ask?.extendedAt !== undefined;
  }

  /** The question that waits for an answer; null where nobody asked, or it was answered. */
  open(place: Place, budget: BudgetName, now: number): TeamAsk | null {
    const ask = this.#standing(place, budget, now);
    return ask?.extendedAt === null ? ask : null;
  }

  /** The questions of a team that wait for an answer. */
  waiting(team: Place['team'], now: number): readonly TeamAsk[] {
    return [...this.#asks.values()].filter(
      (ask) =>
        ask.team === team.name &&
        this.open({ team, share: ask.share ?? undefined }, ask.budget, now) !== null,
    );
  }

  /** The shares of a team for which an agent asked: it may have spent nothing of them. */
  sharesOf(agent: string, team: string): readonly (string | undefined)[] {
    return [...this.#asks.values()]
      .filter((ask) => ask.agent === agent && ask.team === team)
      .map(({ share }) => share ?? undefined);
  }

  /** A call does not fit: asks, unless that was done. The call is refused in any case, so nobody waits for the disk. */
  ask({ team, share, report }: TeamProblem, agent: string, now: number): boolean {
    if (!asksToExtend(report, team.budgets)) return false;
    const place = { team, share };
    const budget = budgetNameOf(report);
    if (this.#standing(place, budget, now) !== null) return true;
    const { extendPercent: percent = 0 } = team.budgets;
    const about = { team: team.name, share: share ?? null, budget, limit: report.limit, percent };
    const ask: TeamAsk = { ...about, agent, askedAt: now, extendedAt: null };
    const id = idOf(place, budget);
    this.#asks.set(id, ask);
    const writing = this.#keep(place, ask).catch(toLog(this.#log, 'gate', 'asking for a team'));
    this.#writing.set(id, writing);
    void writing.finally(() => {
      if (this.#writing.get(id) === writing) this.#writing.delete(id);
    });
    return true;
  }

  /** A person answers. False where nothing waits any more, or somebody else was faster. */
  async extend(place: Place, budget: BudgetName, now: number): Promise<boolean> {
    const id = idOf(place, budget);
    await this.#writing.get(id);
    const [kept] = await this.#store.documents({ kind: KIND, id, limit: 1 });
    const ask = kept === undefined ? null : askOf(kept.body);
    if (kept === undefined || ask === null) return false;
    this.#asks.set(id, ask);
    if (this.open(place, budget, now) === null) return false;
    const extended = { ...ask, extendedAt: now };
    const put = [documentOf(id, extended)];
    if (!(await this.#store.changeDocuments({ put, expect: [known(kept)] }))) return false;
    this.#asks.set(id, extended);
    return true;
  }

  /** What was asked in the present period for the budget as it is now. */
  #standing(place: Place, budget: BudgetName, now: number): TeamAsk | null {
    const ask = this.#asks.get(idOf(place, budget));
    return ask !== undefined && stands(ask, place.team, now) ? ask : null;
  }

  /** Of several nodes one asks, and what it asked is not asked anew, answered or not; what is older than every period goes. */
  async #keep(place: Place, ask: TeamAsk): Promise<void> {
    const id = idOf(place, ask.budget);
    const [was] = await this.#store.documents({ kind: KIND, id, limit: 1 });
    const remove = await this.#store.documents({
      kind: KIND,
      until: ask.askedAt - KEPT_MS,
      limit: READ_LIMIT_MAX,
    });
    const before = was === undefined ? null : askOf(was.body);
    const isNew = before === null || !stands(before, place.team, ask.askedAt);
    const expect = [was === undefined ? { kind: KIND, id, body: null } : known(was)];
    const isKept =
      isNew &&
      (await this.#store.changeDocuments({
        put: [documentOf(id, ask)],
        remove: remove.filter((one) => one.id !== id),
        expect,
      }));
    if (!isKept) await this.refresh();
  }
}

/** Whether a question, or its answer, is for the budget as it is now and for its present period. */
function stands(
  { budget, limit, percent, ...at }: TeamAsk,
  { budgets }: Place['team'],
  now: number,
) {
  if (limit !== budgets[budget as keyof typeof budgets]) return false;
  if (percent !== budgets.extendPercent) return false;
  return isExtended(budget, { [budget]: at.extendedAt ?? at.askedAt }, budgets, now);
}

/** Names of shares are the clients' words and may be long. */
function idOf({ team, share }: Place, budget: BudgetName): string {
  return hash('sha256', JSON.stringify([team.name, share ?? null, budget]), 'hex');
}

function documentOf(id: string, ask: TeamAsk): StoredDocument {
  return { kind: KIND, id, at: ask.extendedAt ?? ask.askedAt, body: JSON.stringify(ask) };
}

function known({ id, body }: StoredDocument) {
  return { kind: KIND, id, body };
}

/** One question of a team: whose call made it ask is known. */
export interface NamedAsk {
  readonly name: string;
  readonly since: number;
}

/** What a person did who answered, in words that follow a name, and whose call had made the team ask. */
export interface Extended {
  readonly agent: string;
  readonly words: string;
}

/** Extends what an agent waits at: all of it, or only what is named. */
export async function extendAsked(
  asks: TeamAsks,
  teams: readonly Team[],
  {
    agent,
    views,
    only,
    now,
  }: {
    readonly agent: string;
    readonly views: readonly BudgetView[];
    readonly only: NamedAsk | undefined;
    readonly now: number;
  },
): Promise<readonly Extended[]> {
  const waits = views.filter((view) => view.asks !== undefined);
  const extended: Extended[] = [];
  for (const team of teams) {
    for (const ask of asks.waiting(team, now)) {
      const name = askName(ask.team, ask.share);
      const isMeant =
        only === undefined
          ? waits.some((view) => askName(view.team ?? '', view.share) === name)
          : only.name === name && only.since === ask.askedAt && ask.agent === agent;
      const place = { team, share: ask.share ?? undefined };
      const isDone = isMeant && (await asks.extend(place, ask.budget, now));
      if (isDone) extended.push({ agent: ask.agent, words: extensionWords(ask) });
    }
  }
  return extended;
}

function extensionWords({ team, share, budget, limit, percent }: TeamAsk): string {
  const { unit, period = 'day' } = BUDGET_KINDS[budget];
  const time = period === 'rolling' ? 'its rolling window' : `the ${period}`;
  return `extended the budget of team ${askName(team, share)} of ${sayAmount(limit, unit)} by ${percent} % for ${time}`;
}

/** Null for what is no question: it extends nothing. */
function askOf(body: string): TeamAsk | null {
  const read = parseJson(body);
  if (!isObject(read)) return null;
  const { team, agent, askedAt, extendedAt } = read;
  const isWhole =
    typeof team === 'string' &&
    typeof agent === 'string' &&
    typeof askedAt === 'number' &&
    (extendedAt === null || typeof extendedAt === 'number');
  return isWhole ? (read as unknown as TeamAsk) : null;
}
