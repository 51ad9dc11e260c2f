/**
 * Alerts about conditions that no single event tells of: budgets, silence, failing calls, journals that cannot be read.
 *
 * Only agents that are at work are looked at, one after the other, so that thousands at rest cost nothing. One on which
 * nothing stood is looked at again when it recorded something, when it has been silent for long, or after a while: only what
 * others do, such as a journal that somebody damages, is seen that late.
 */
import { setImmediate } from 'node:timers/promises';
import { EVERYBODY } from '../../base/everybody.ts';
import { endOf } from '../../core/index.ts';
import type { AgentView, Gate } from '../../gate/index.ts';
import type { JournalFollower } from '../../journal/index.ts';
import type { StandingStop, StopCourses } from '../stops/stop-courses.ts';
import { noteStops, placeWords } from '../stops/stop-notes.ts';
import type { AlertBook, Firing, Resolving } from './alert-book.ts';
import type { RuleName } from './alert-shapes.ts';
import { budgetText, teamAlerts } from './team-alerts.ts';

const AGENTS_AT_ONCE = 20;
const RESULTS_LOOKED_AT = 20;
const MINUTE_MS = 60_000;
const LOOK_ANYWAY_MS = 30_000;

/** From when until when nothing can stand on an agent that records nothing. */
interface Quiet {
  readonly from: number;
  readonly until: number;
}

const NOTHING_KNOWN: Quiet = { from: 0, until: 0 };
const SILENT_MINUTES = 30;
const STOPS_TOLD = 3;
const RULES: readonly RuleName[] = [
  'budget',
  'plan',
  'agent_silent',
  'error_rate',
  'chain_broken',
  'stop_unconfirmed',
];

interface Verdict {
  readonly holds: boolean;
  readonly what: string;
  /** Worded where somebody is told: most of the time nobody is. */
  readonly numbers: () => string;
  readonly resume: string;
  /** What it cost, where something was stopped; absent where nothing was. */
  readonly cost?: string;
}

/** Looks at all agents from time to time. */
export class AlertConditions {
  readonly #gate: Gate;
  readonly #book: AlertBook;
  readonly #stops: StopCourses;
  /** Those that were at work since the server started: the others stand as they stood. */
  readonly #active = new Set<string>();
  /** The last results of each agent: F for failed. */
  readonly #results = new Map<string, string>();
  readonly #quiet = new Map<string, Quiet>();
  /** The rules that it was looked at by. */
  #rules = '';

  constructor(gate: Gate, book: AlertBook, follower: JournalFollower, stops: StopCourses) {
    this.#gate = gate;
    this.#stops = stops;
    this.#book = book;
    follower.onRecord((agent, { record }) => {
      this.#active.add(agent);
      // What stands on everybody stands on each.
      if (agent === EVERYBODY) this.#quiet.clear();
      else this.#quiet.delete(agent);
      const end = endOf(record);
      if (end === null) return;
      const mark = end.result.status === 'FAILED' ? 'F' : 'o';
      this.#results.set(
        agent,
        `${this.#results.get(agent) ?? ''}${mark}`.slice(-RESULTS_LOOKED_AT),
      );
    });
  }

  /** What fires now, and what is over. */
  async look(): Promise<{
    readonly firing: readonly Firing[];
    readonly resolving: readonly Resolving[];
  }> {
    const now = this.#gate.clock.now();
    const firing: Firing[] = [];
    const resolving: Resolving[] = [];
    this.#forgetQuietUnderOtherRules();
    let looked = 0;
    for (const name of this.#active) {
      if (name === EVERYBODY || this.#isQuiet(name, now)) continue;
      looked += 1;
      // Whoever calls meanwhile must not wait for all of them.
      if (looked % AGENTS_AT_ONCE === 0) await setImmediate();
      // What is recorded while it is looked at makes it another one.
      this.#quiet.set(name, NOTHING_KNOWN);
      const agent = await this.#gate.agent(name);
      const unconfirmed = ['stop_unconfirmed', await this.#unconfirmed(agent, now)] as const;
      const verdicts = [...this.#verdicts(agent, now), unconfirmed];
      const asks = teamAlerts(agent, this.#book.abouts('budget_asks', agent.id), now);
      firing.push(...asks.firing);
      resolving.push(...asks.resolving);
      const isCalm = verdicts.every(
        ([rule, { holds }]) => !holds && !this.#book.stands(rule, agent.id),
      );
      if (isCalm && this.#quiet.has(name)) this.#quiet.set(name, this.#quietFrom(agent, now));
      else this.#quiet.delete(name);
      for (const [rule, verdict] of verdicts) {
        const place = { rule, agent: agent.id, session: null, at: now };
        if (verdict.holds) {
          const { what, numbers, resume, cost = 'nothing was stopped' } = verdict;
          const more = { cost, incident: null, how_to_resume: resume };
          firing.push({ ...place, mark: now, what, numbers: numbers(), ...more });
        } else if (this.#book.stands(rule, agent.id)) {
          resolving.push({ ...place, how: verdict.numbers });
        }
      }
    }
    return { firing, resolving };
  }

  #isQuiet(name: string, now: number): boolean {
    const { from, until } = this.#quiet.get(name) ?? NOTHING_KNOWN;
    // The clock may have been set back.
    return from <= now && now < until;
  }

  /** How long nothing can stand on an agent that is calm, unless it records something. */
  #quietFrom({ holds, sessions, budgets, last_seen: seen }: AgentView, now: number): Quiet {
    const isHeld = [holds, ...sessions.map((one) => one.holds)].some((list) => list.length > 0);
    // Others spend of what is shared.
    const isShared = budgets.some(({ level }) => level === 'team');
    if (isHeld || isShared) return NOTHING_KNOWN;
    const { level } = this.#book.rule('agent_silent');
    const silentAt = seen === null ? Infinity : seen + (level ?? SILENT_MINUTES) * MINUTE_MS;
    return { from: now, until: Math.min(now + LOOK_ANYWAY_MS, silentAt) };
  }

  #forgetQuietUnderOtherRules(): void {
    const rules = JSON.stringify(RULES.map((rule) => this.#book.rule(rule)));
    if (rules !== this.#rules) this.#quiet.clear();
    this.#rules = rules;
  }

  #verdicts(agent: AgentView, now: number): readonly (readonly [RuleName, Verdict])[] {
    return [
      ['budget', this.#budget(agent)],
      ['plan', this.#plan(agent)],
      ['agent_silent', this.#silent(agent, now)],
      ['error_rate', this.#errors(agent)],
      ['chain_broken', broken(agent)],
    ];
  }

  #budget(agent: AgentView): Verdict {
    const { id, usage, budgets } = agent;
    const { tokens_minute: spent, budget_tokens_minute: budget } = usage;
    const level = this.#book.rule('budget').level ?? 100;
    const [fullest] = budgets.toSorted((one, other) => shareOf(other) - shareOf(one));
    if (fullest !== undefined && shareOf(fullest) * 100 >= level) {
      return {
        holds: true,
        what: `${id} has spent ${level} % or more of a budget that a person set.`,
        numbers: () => budgetText(fullest),
        resume: 'raise the budget, or let it be refused until there is room again',
      };
    }
    return {
      holds: budget > 0 && spent * 100 >= budget * level,
      what: `${id} has spent ${level} % or more of its token budget for a minute.`,
      numbers: () =>
        `${spent.toLocaleString('en')} of ${budget.toLocaleString('en')} tokens in the last minute`,
      resume: 'nothing to do: it waits by itself when the budget is spent',
    };
  }

  #plan({ id, plan, holds }: AgentView): Verdict {
    const level = plan?.warn ?? this.#book.rule('plan').level ?? 80;
    const counting = plan?.windows.find(({ counts }) => counts);
    const used = counting?.used_percent ?? null;
    const reset = counting?.resets_at ?? null;
    const until = reset === null ? '' : `, it resets at ${new Date(reset).toISOString()}`;
    return {
      holds: used !== null && used >= level,
      what: `${id} has used ${level} % or more of its subscription's ${(counting?.name ?? '').replaceAll('_', '-')} window.`,
      numbers: () =>
        used === null ? 'the window was reset' : `${Math.round(used)} % is used${until}`,
      ...(holds.some(({ hold }) => hold === 'parked')
        ? {
            cost: 'nothing, it is parked',
            resume: 'nothing to do: it is parked and continues by itself',
          }
        : {
            resume: 'nothing is stopped; set plan: wind_down in tripwire.yaml to park it in time',
          }),
    };
  }

  /** A stop is in force at once; whether the agent ended is another question. */
  async #unconfirmed(agent: AgentView, now: number): Promise<Verdict> {
    const level = this.#book.rule('stop_unconfirmed').level ?? 3;
    const noted = await this.#stops.noted(agent);
    await noteStops(this.#gate, noted, now, level * MINUTE_MS);
    const open = noted
      .map(({ stop }) => stop)
      .filter(({ state, in_force_at: at }) => state !== 'ended' && now - at >= level * MINUTE_MS);
    return {
      holds: open.length > 0,
      what: `${agent.id} was stopped ${level} minutes ago, and hasn’t been seen to end. It may still be running.`,
      numbers: () =>
        open.length === 0
          ? 'it ended, or was resumed'
          : open.slice(0, STOPS_TOLD).map(openWords).join('; '),
      cost: 'not known: it may be alive',
      resume: `look where ${agent.id} runs; tripwire stop ${agent.id} --wait 60 tells when it has ended`,
    };
  }

  #silent({ id, last_seen: seen, mode }: AgentView, now: number): Verdict {
    const level = this.#book.rule('agent_silent').level ?? SILENT_MINUTES;
    const minutes = seen === null ? 0 : Math.floor((now - seen) / MINUTE_MS);
    return {
      holds: minutes >= level,
      what: `${id} has been silent for ${level} minutes.`,
      numbers: () => `last seen ${minutes} minutes ago (${mode})`,
      resume: `look where ${id} runs`,
    };
  }

  #errors({ id }: AgentView): Verdict {
    const results = this.#results.get(id) ?? '';
    const failed = results.replaceAll('o', '').length;
    const level = this.#book.rule('error_rate').level ?? 50;
    return {
      holds: results.length === RESULTS_LOOKED_AT && failed * 100 >= results.length * level,
      what: `${level} % of the calls of ${id} fail.`,
      numbers: () => `${failed} of the last ${results.length} calls failed`,
      resume: 'look at the provider and at its key',
    };
  }
}

/** A stop that is not confirmed: who, how far it has come, and what was refused on each way since. */
function openWords(stop: StandingStop): string {
  const doors = stop.doors.map(
    ({ door, cut, refused }) => `${door}: ${cut} calls cut, ${refused} refused`,
  );
  return `${placeWords(stop)}: ${stop.state.replaceAll('_', ' ')} (${doors.join(', ')})`;
}

function shareOf({ spent, limit }: AgentView['budgets'][number]): number {
  return spent / limit;
}

function broken({ id, problem }: AgentView): Verdict {
  return {
    holds: problem !== null,
    what: `The journal of ${id} cannot be trusted or read; everything it asks for is refused.`,
    numbers: () => problem ?? 'the journal can be read again',
    resume: 'run tripwire doctor',
  };
}
