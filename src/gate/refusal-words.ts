/**
 * Why something was not let through, and what a person does about it, from the core's own words.
 */
import { MAIN } from '../base/main-name.ts';
import { refusedTitle } from '../core/holds/refused-title.ts';
import { refusalRemedy } from '../core/holds/remedy.ts';
import { stopNumbers, stopTitle, titleNamesWho } from '../core/holds/stop-title.ts';
import { waitTitle, withClockTimes } from '../core/holds/wait-title.ts';
import {
  killSwitchOf,
  type BudgetReport,
  type Grace,
  type HoldView,
  type KillSwitch,
  type LimitReport,
  type SafetyDecision,
  type GateRefusal,
} from '../core/index.ts';
import { sayAmount, sayPeriod } from '../core/spending/index.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { MinuteProblem } from './limits/agent-minute.ts';
import type { ToldStop } from './stops/stop-titles.ts';
import type { TeamProblem } from './teams/team.ts';

/** Whom a refusal is about. */
export interface Whom {
  readonly agent: string;
  readonly session: string | null;
  /** The conversation that asks, where it has a name. */
  readonly thread?: string | null;
  readonly refusal: KillSwitch['refusal'];
}

/** Whom a refusal of this agent is about, and how its client is told. */
export function whomOf({ agent, latest }: AgentChain, session: string | null): Whom {
  return { agent, session, refusal: killSwitchOf(latest.envelope).refusal };
}

/** The refusal of standing holds: the strongest speaks, the others are named after it. */
export function holdRefusal(
  whom: Whom,
  hold: HoldView & Partial<ToldStop>,
  weaker: readonly (HoldView & Partial<ToldStop>)[] = [],
): GateRefusal {
  const { agent, refusal } = whom;
  const sessionOf = ({ level }: HoldView) => (level === 'agent' ? null : whom.session);
  const also = weaker.map((one) => `; also ${reasonOf(one)}`).join('');
  const held = [hold, ...weaker].map((one) => ({
    ...one,
    agent,
    session: sessionOf(one),
    ...subagentOf(whom, one),
  }));
  return {
    kind: hold.hold,
    agent,
    session: sessionOf(hold),
    ...subagentOf(whom, hold),
    reason: `${reasonOf(hold)}${also}`,
    remedy: refusalRemedy(held),
    refusal,
    ...graceOf([hold, ...weaker]),
    temporary: false,
  };
}

/** The subagent that a hold binds alone; nothing where it binds more, or the session's own conversation. */
function subagentOf(
  { thread = null }: Whom,
  { level }: Pick<HoldView, 'level'>,
): Pick<GateRefusal, 'subagent'> {
  return level !== 'thread' || thread === null || thread === MAIN ? {} : { subagent: thread };
}

/** What is left, with what may be done in it; nothing where no call is. */
function graceLeft({ left, until }: Grace): Pick<GateRefusal, 'grace'> {
  if (left === 0) return {};
  const calls = left === 1 ? '1 more call' : `${left} more calls`;
  const words = `Until ${new Date(until).toISOString()} and for ${calls} only saving is allowed: git add, git commit or git stash, and writing a note in a .md file. Everything else is refused.`;
  return { grace: { left, until, words } };
}

/** What all of them leave; nothing where one of them leaves nothing. */
function graceOf(holds: readonly HoldView[]): Pick<GateRefusal, 'grace'> {
  const graces = holds.flatMap(({ grace }) => grace ?? []);
  const [first] = graces;
  if (first === undefined || graces.length < holds.length) return {};
  const left = Math.min(...graces.map((one) => one.left));
  return graceLeft({ left, until: Math.min(...graces.map((one) => one.until)) });
}

/** The title, the numbers behind it, by whom, and since when. */
function reasonOf(hold: HoldView & Partial<ToldStop>): string {
  const { by, since, turn, until, title = stopTitle(hold) } = hold;
  const who = by === 'detector' ? 'the loop detector' : by;
  const whose = titleNamesWho(hold) ? '' : `by ${who}, `;
  const numbers = stopNumbers(hold);
  const told = numbers === '' ? title : `${title}. ${numbers}`;
  const ends =
    turn === true ? ', this turn only' : until === undefined ? '' : `, until ${isoTime(until)}`;
  return `${told} (${whose}since ${isoTime(since)}${ends})`;
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The refusal of a veto that outlasted the wait. */
export function vetoRefusal(whom: Whom, safety: SafetyDecision): GateRefusal {
  const { vetoReason: veto = 'COOLDOWN_ACTIVE' } = safety;
  const title = waitTitle({ veto, reason: safety.reason, until: null }, isoTime);
  return {
    ...whom,
    kind: veto,
    reason: `${title}. (${withClockTimes(safety.reason, isoTime)})`,
    remedy: 'Wait: it passes by itself.',
    temporary: true,
  };
}

/** The refusal of a budget: waiting a minute does not help, so nobody is made to. */
export function budgetRefusal(
  whom: Whom,
  budget: LimitReport,
  reason: string,
  grace?: Grace,
): GateRefusal {
  if (budget.code === 'SUBAGENT_LIMIT') return subagentRefusal(whom, budget, reason);
  const isUnknown = budget.code === 'PRICE_UNKNOWN';
  return {
    ...whom,
    kind: isUnknown ? 'price_unknown' : 'budget_spent',
    reason: titled(reason),
    remedy: isUnknown
      ? PRICE_REMEDY
      : `A person raises the budget, or waits: ${renewal(budget)}. Run: tripwire status ${whom.agent}`,
    ...(grace === undefined ? {} : graceLeft(grace)),
    temporary: false,
  };
}

/** What people read first, with the whole of it behind. */
function titled(reason: string): string {
  const title = refusedTitle(reason);
  return title === null ? reason : `${title}. (${withClockTimes(reason, isoTime)})`;
}

/** Others finish, so waiting helps against a limit of how many there are; against the others it does not. */
function subagentRefusal(
  whom: Whom,
  { unit }: Extract<LimitReport, { code: 'SUBAGENT_LIMIT' }>,
  reason: string,
): GateRefusal {
  const temporary = unit === 'subagentsAtOnce' || unit === 'subagentsStarted';
  const raise = 'a person raises `subagents` in tripwire.yaml';
  const remedy = temporary
    ? `Wait for other subagents to finish, or ${raise}.`
    : `Finish without this subagent, or ${raise}.`;
  return { ...whom, kind: 'subagent_limit', reason, remedy, temporary };
}

const PRICE_REMEDY =
  'Give the model a price (prices in tripwire.yaml, or --prices FILE), use one with a known price, or set a budget in other units.';

/** The refusal of a budget that several agents share. */
export function teamRefusal(whom: Whom, problem: TeamProblem): GateRefusal {
  const { asks, report, team } = problem;
  const more = `resuming this agent adds ${team.budgets.extendPercent} % for the whole team, once`;
  const remedy =
    asks === true
      ? `A person extends it (${more}), or it ends by itself: ${renewal(report)}. Run: tripwire status ${whom.agent}`
      : `A person raises the budget of the team, or waits: ${renewal(report)}. Run: tripwire status ${whom.agent}`;
  return {
    ...whom,
    kind: 'team_budget_spent',
    reason: titled(sayTeamProblem(problem)),
    remedy: report.code === 'PRICE_UNKNOWN' ? PRICE_REMEDY : remedy,
    temporary: false,
  };
}

/** Why a call does not fit into a budget of its team, with the numbers. */
function sayTeamProblem({ team, share, report }: TeamProblem): string {
  const each = share === undefined ? '' : ` for each (here: ${share})`;
  const { asked, extended, limit, spent, unit } = report;
  const more = extended === true ? ', extended once' : '';
  const may = `${sayAmount(limit, unit)} is what the team ${team.name} has${each} for ${sayPeriod(report)}${more}`;
  if (asked === null) {
    return `PRICE_UNKNOWN: the price of this model is not known, so it cannot be told whether it fits: ${may}`;
  }
  return `BUDGET_SPENT: ${sayAmount(spent, unit)} spent and reserved by all of it, ${sayAmount(asked, unit)} for this call; ${may}`;
}

const RENEWALS: Readonly<Record<'day' | 'week' | 'month' | 'rolling', string>> = {
  day: 'a new day begins at midnight UTC',
  week: 'a new week begins on Monday at midnight UTC',
  month: 'a new month begins on its first day at midnight UTC',
  rolling: 'what is older than the window no longer counts',
};

/** What waiting for a budget would bring. */
function renewal({ level, period }: BudgetReport): string {
  if (level === 'agent') return RENEWALS[period ?? 'day'];
  return `a new ${level === 'session' ? 'session' : 'conversation'} has its own`;
}

/** The refusal of a gate that cannot decide. */
export function unavailableRefusal(whom: Whom, problem: string): GateRefusal {
  return {
    ...whom,
    kind: 'gate_unavailable',
    reason: `Tripwire cannot record, so nothing passes: ${problem}`,
    remedy: 'Run: tripwire doctor',
    temporary: true,
  };
}

/** The refusal of an agent that nobody registered. */
export function unknownRefusal(agent: string): GateRefusal {
  return {
    kind: 'agent_unknown',
    agent,
    session: null,
    reason: 'registration is closed and this agent is not registered',
    remedy: 'Register it, or set registration: open in tripwire.yaml.',
    refusal: 'error',
    temporary: false,
  };
}

/** The refusal of an agent that outlasted the wait for its own limit of a minute. */
export function paceRefusal(whom: Whom, { code, why }: MinuteProblem): GateRefusal {
  return {
    ...whom,
    kind: code,
    reason: why,
    remedy: 'Wait: it passes by itself.',
    temporary: true,
  };
}

/** The refusal of a call whose spending no budget would see. */
export function unseenSpendingRefusal(whom: Whom): GateRefusal {
  return {
    ...whom,
    kind: 'spending_unseen',
    reason:
      'what this request spends is not told with its answer, and this agent has a budget of tokens or money',
    remedy: 'Ask the model directly, or a person removes the budget.',
    temporary: false,
  };
}

/** The refusal of a model that whoever asks may not ask. */
export function modelRefusal(whom: Whom, model: string | null): GateRefusal {
  const which = model === null ? 'a request that names no model' : `the model ${model}`;
  return {
    ...whom,
    kind: 'model_not_allowed',
    reason: `${which} is not among those that may be asked with this agent key`,
    remedy: 'Ask a model that the key allows, or a person makes another key: tripwire keys make.',
    temporary: false,
  };
}

/** The refusal of a model call that nobody can judge. */
export function unreadRefusal({ agent, session }: Whom, why: string): GateRefusal {
  return {
    kind: 'request_unreadable',
    agent,
    session,
    reason: `the request cannot be judged as the provider would read it: ${why}`,
    remedy: 'Send one JSON object in UTF-8, with content-type application/json.',
    refusal: 'error',
    temporary: false,
  };
}
