/**
 * An agent as people see it: the fixed fields of the API, computed from its state.
 */
import { MAIN, REPORTED_SESSION } from '../../base/main-name.ts';
import { present } from '../../base/present.ts';
import { worstMode } from '../../core/activity-engine.ts';
import { strongestFirst } from '../../core/holds/remedy.ts';
import {
  DEFAULT_KILL_SWITCH,
  killSwitchOf,
  minuteUsage,
  type ActivityMode,
  type AgentState,
  type ConstitutionValues,
  type HoldView,
  type Intensity,
  type KillSwitch,
  type StepResult,
  type StuckSign,
} from '../../core/index.ts';
import { literalScore } from '../../detect/index.ts';
import type { AgentChain } from '../chain/agent-chain.ts';
import type { ToldStop } from '../stops/stop-titles.ts';
import type { Waiting, WaitingCall } from '../waits.ts';
import { viewBudgets, type BudgetView } from './budget-view.ts';
import { isActive, isDrill } from './drill-agent.ts';
import { viewPlan, type PlanView } from './plan-view.ts';

/** The kill switch in the API's words. */
export interface KillSwitchView {
  readonly enabled: boolean;
  readonly window_size: number;
  readonly threshold: number;
  readonly detector: 'progress' | 'literal';
  readonly shadow: boolean;
  readonly refusal: 'error' | 'message';
  readonly exceptions: KillSwitch['exceptions'];
}

/** A hold with its title and its whole reason. */
export type HeldView = HoldView & Pick<ToldStop, 'title'>;

/** What can be stopped and released: an agent, or one of its sessions. */
export interface StandingView {
  readonly active: 0 | 1;
  readonly deactivated_by: 'kill_switch' | 'manual' | null;
  readonly mode: ActivityMode;
  readonly intensity: Intensity;
  readonly health: number;
  /** The strongest first. */
  readonly holds: readonly HeldView[];
  /** Held back for a while by a veto or a limit, until it continues by itself; null when it is not, or is stopped. */
  readonly waiting: Waiting | null;
  /** What the chosen loop detector says now, of the conversation that is worst; null before it has seen anything. */
  readonly loop_score: number | null;
  /** Everything that is known of it was reported by OpenTelemetry: it is judged, and its calls can't be cut. */
  readonly reported: boolean;
  readonly usage: UsageView;
}

/** What was spent in the sliding minute, and what may be; of an agent, where it is nearest to its limit. */
export interface UsageView {
  readonly tokens_minute: number;
  readonly tool_calls_minute: number;
  readonly budget_tokens_minute: number;
  readonly budget_tool_calls_minute: number;
  /** Tokens by minute, the oldest first, the current one last; of an agent, all its sessions together. */
  readonly tokens_by_minute: readonly number[];
}

/** A conversation of a session: its own, or a subagent's. */
export interface ThreadView {
  readonly id: string;
  readonly mode: ActivityMode;
  readonly last_event_at: number | null;
  /** Those that stand on this conversation alone. */
  readonly holds: readonly HeldView[];
}

/** A session of an agent. */
export interface SessionView extends StandingView {
  readonly id: string;
  readonly threads: readonly ThreadView[];
}

/** An agent. */
export interface AgentView extends StandingView {
  readonly id: string;
  readonly name: string;
  readonly kill_switch: KillSwitchView;
  /** Those that a person set. */
  readonly budgets: readonly BudgetView[];
  /** The windows of a subscription; null until a provider reported some. */
  readonly plan: PlanView | null;
  /** How it is stuck without looping. */
  readonly stuck: readonly StuckSign[];
  readonly open_calls: number;
  /** When it last asked or answered itself: time that passes and what people do do not count. */
  readonly last_seen: number | null;
  /** It belongs to `tripwire drill`, and nobody works in it. */
  readonly drill: boolean;
  /** Why nothing can be judged at the moment; null when all is well. */
  readonly problem: string | null;
  readonly sessions: readonly SessionView[];
}

/** Asks the core how a session or one of its threads stands now, without recording anything. */
type Ask = (session: string | null, thread?: string) => StepResult;

/** When an agent is looked at, and under which rules it lives. */
interface Viewed {
  readonly now: number;
  readonly values: ConstitutionValues;
}

/** What is looked at. */
export interface ViewedAgent extends Viewed {
  readonly chain: AgentChain;
  /** Holds that bind all agents, and stops that are not recorded yet. */
  readonly above: readonly HoldView[];
  /** A hold of a session, or of the agent itself, in words. */
  readonly told: (session: string | null, hold: HoldView) => HeldView;
  readonly openCalls: number;
  /** Its calls that wait at this moment. */
  readonly waits: readonly WaitingCall[];
  /** Those that it shares with others. */
  readonly teamBudgets: readonly BudgetView[];
  /** Hears every answer of the core that the view is made of. */
  readonly asked?: (answer: StepResult) => void;
}

/** The view of an agent. */
export function viewAgent(viewed: ViewedAgent): AgentView {
  const { chain, now: timestamp, told } = viewed;
  const above = viewed.above.map((hold) => told(null, hold));
  const { agent, latest: state } = chain;
  const ask: Ask = (session, thread) => {
    const answer = chain.peek({
      type: 'tick',
      timestamp,
      ...(session === null ? {} : { session }),
      ...present({ thread }),
    });
    viewed.asked?.(answer);
    return answer;
  };
  const names = Object.entries(state.sessions)
    .filter(([name, session]) => name !== MAIN || isUsed(session))
    .toSorted(([, one], [, other]) => other.seen - one.seen)
    .map(([name]) => name);
  // An agent without named sessions is its one session; a family is what binds all of them.
  const family = names.some((name) => name !== MAIN);
  const now = ask(names[0] ?? null);
  const own = family ? now.holds.filter(({ level }) => level === 'agent') : now.holds;
  // Also of a session in which nothing was answered yet: what it reserved is spent.
  const usages = new Map(
    Object.keys(state.sessions).map((name) => [name, usageView(state, name, viewed)]),
  );
  const all = usageOfAll([...usages.values()], state, viewed);
  const sessions = names
    .filter(() => family)
    .map((id): SessionView => {
      const threads = threadsOf(state, id, ask, told);
      const asked = ask(id);
      const holds = asked.holds.map((hold) => told(id, hold));
      const shown = standing({ ...asked, holds }, above, {
        usage: usages.get(id) ?? all,
        waiting: waitingOf(viewed, [id], ask),
        loop_score: scoreOf(state, [id]),
        reported: id === REPORTED_SESSION,
      });
      return { id, ...shown, mode: worstMode(threads.map(({ mode }) => mode)), threads };
    });
  const threads = names.flatMap((name) => threadsOf(state, name, ask, told));
  const holds = own.map((hold) => told(names[0] ?? null, hold));
  return {
    id: agent,
    name: agent,
    ...standing({ ...now, holds }, above, {
      usage: all,
      waiting: waitingOf(viewed, Object.keys(state.sessions), ask),
      loop_score: scoreOf(state, names),
      reported: names.length > 0 && names.every((name) => name === REPORTED_SESSION),
    }),
    mode: worstMode(threads.map(({ mode }) => mode)),
    kill_switch: killSwitchView(killSwitchOf(state.envelope)),
    budgets: [...viewBudgets(state, timestamp), ...viewed.teamBudgets],
    plan: viewPlan(state, timestamp),
    stuck: state.stuck ?? [],
    open_calls: viewed.openCalls,
    last_seen: chain.seenAt,
    drill: isDrill(agent, state),
    problem: chain.problem?.message ?? null,
    sessions,
  };
}

function killSwitchView({ windowSize, ...rest }: KillSwitch): KillSwitchView {
  return { ...rest, window_size: windowSize };
}

/** The view of an agent of which nothing can be known: everything it asks for is refused. */
export function viewUnreadable(agent: string, problem: string): AgentView {
  return {
    id: agent,
    name: agent,
    active: 0,
    deactivated_by: null,
    mode: 'IDLE',
    intensity: 'LOW',
    health: 0,
    holds: [],
    waiting: null,
    loop_score: null,
    reported: false,
    usage: NO_USAGE,
    kill_switch: killSwitchView(DEFAULT_KILL_SWITCH),
    budgets: [],
    plan: null,
    stuck: [],
    open_calls: 0,
    last_seen: null,
    drill: false,
    problem,
    sessions: [],
  };
}

/** A person's act on an agent without sessions makes one to answer for; nobody works in it. */
function isUsed({ holds, threads }: AgentState['sessions'][string]): boolean {
  return holds.length > 0 || isActive(threads);
}

function standing(
  {
    activity,
    health,
    holds,
  }: Pick<StepResult, 'activity' | 'health'> & {
    readonly holds: readonly HeldView[];
  },
  above: readonly HeldView[],
  measured: Pick<StandingView, 'usage' | 'waiting' | 'loop_score' | 'reported'>,
): StandingView {
  const all = [...above, ...holds];
  const by = (kind: HoldView['hold']) => all.some(({ hold }) => hold === kind);
  const deactivatedBy = by('manual') ? 'manual' : by('kill_switch') ? 'kill_switch' : null;
  return {
    active: deactivatedBy === null ? 1 : 0,
    deactivated_by: deactivatedBy,
    mode: activity.mode,
    intensity: activity.intensity,
    health,
    holds: strongestFirst(all),
    ...measured,
    // What is stopped does not continue by itself.
    waiting: all.some(({ scope }) => scope === 'all') ? null : measured.waiting,
  };
}

/** The longest wait in these sessions: of a call that waits now, or of the next one that is asked for. */
function waitingOf(
  { chain: { latest }, now, waits }: ViewedAgent,
  sessions: readonly string[],
  ask: Ask,
): Waiting | null {
  const found: Waiting[] = waits.filter(({ session }) => sessions.includes(session ?? MAIN));
  for (const name of sessions) {
    const session = latest.sessions[name];
    for (const [id, thread] of Object.entries(session?.threads ?? {})) {
      const until = Math.max(session?.cooldown?.until ?? 0, thread.cooldown?.until ?? 0);
      if (until <= now) continue;
      const { vetoReason: veto = 'COOLDOWN_ACTIVE', reason } = ask(name, id).safety;
      found.push({ until, veto, reason });
    }
  }
  const [longest] = found.toSorted((one, other) => other.until - one.until);
  if (longest === undefined) return null;
  const { until, veto, reason } = longest;
  return { until, veto, reason };
}

/** The score of the detector that decides, as the next observation would find it. */
function scoreOf({ sessions, envelope }: AgentState, names: readonly string[]): number | null {
  const { detector } = killSwitchOf(envelope);
  const scores = names.flatMap((name): number[] => {
    const { window = [], threads = {} } = sessions[name] ?? {};
    if (detector === 'literal') return window.length === 0 ? [] : [literalScore(window).score];
    return Object.values(threads).flatMap(({ judge }) =>
      judge === undefined ? [] : [judge.progress.points],
    );
  });
  return scores.length === 0 ? null : Math.max(...scores);
}

const NO_USAGE: UsageView = Object.freeze({
  tokens_minute: 0,
  tool_calls_minute: 0,
  budget_tokens_minute: 0,
  budget_tool_calls_minute: 0,
  tokens_by_minute: Object.freeze([]),
});

function usageView(state: AgentState, session: string, { now, values }: Viewed): UsageView {
  const usage = minuteUsage(state, session, now, values);
  if (usage === null) return NO_USAGE;
  return {
    tokens_minute: usage.tokens,
    tool_calls_minute: usage.toolCalls,
    budget_tokens_minute: usage.tokensMax,
    budget_tool_calls_minute: usage.toolCallsMax,
    tokens_by_minute: usage.tokensByMinute,
  };
}

/** Budgets bind each session, so an agent shows the one that has spent the largest share of its own. */
function usageOfAll(
  usages: readonly UsageView[],
  { envelope }: AgentState,
  { values }: Viewed,
): UsageView {
  const share = (one: UsageView) => one.tokens_minute / Math.max(1, one.budget_tokens_minute);
  const [nearest] = usages.toSorted((one, other) => share(other) - share(one));
  if (nearest === undefined) {
    return {
      ...NO_USAGE,
      budget_tokens_minute: envelope.maxTokensPerMinute ?? values.maxTokensPerMinute,
      budget_tool_calls_minute: envelope.maxToolCallsPerMinute ?? values.maxToolCallsPerMinute,
    };
  }
  const sum = (index: number) =>
    usages.reduce((total, one) => total + (one.tokens_by_minute[index] ?? 0), 0);
  return { ...nearest, tokens_by_minute: nearest.tokens_by_minute.map((_, index) => sum(index)) };
}

function threadsOf(
  state: AgentState,
  session: string,
  ask: Ask,
  told: ViewedAgent['told'],
): readonly ThreadView[] {
  return Object.entries(state.sessions[session]?.threads ?? {})
    .toSorted(([, one], [, other]) => other.seen - one.seen)
    .map(([id, thread]) => ({
      id,
      // An idle one stays so; the others may have come to rest since their last event.
      mode: thread.mode.mode === 'IDLE' ? 'IDLE' : ask(session, id).activity.mode,
      last_event_at: thread.lastEventAt,
      holds:
        thread.holds.length === 0
          ? []
          : ask(session, id)
              .holds.filter(({ level }) => level === 'thread')
              .map((hold) => told(session, hold)),
    }));
}
