/**
 * What the core remembers: plain data of bounded size that survives a JSON round trip.
 *
 * An agent has sessions, a session has threads. Tempo, similarity and mode belong to a thread;
 * tokens, calls and health to a session; holds bind everything below the level they stand on.
 */
import type { JudgeState, LiteralWindow } from '../detect/index.ts';
import type { ActivityMode } from './contracts.ts';
import type { GraceTerms } from './holds/grace.ts';
import type { Hold } from './holds/holds.ts';
import type { KillSwitch } from './kill-switch.ts';
import { MINUTES_PER_AVERAGE, SECONDS_PER_WINDOW, UNIT } from './limits.ts';
import type { PlanLimits, PlanState } from './plan/plan-windows.ts';
import type { Opinion } from './records/records.ts';
import type { BudgetGrace } from './spending/budget-grace.ts';
import type { Extensions } from './spending/extensions.ts';
import type { Ledger } from './spending/ledger.ts';
import type { PeriodLedgers } from './spending/period-ledgers.ts';
import type { RetiredLedgers } from './spending/retired-ledgers.ts';
import type { StuckSign } from './stuck/stuck-signs.ts';
import type { SubagentLimits, SubagentState } from './subagents/subagent-limits.ts';

/** The mode of a thread, damped. */
export interface ModeState {
  readonly mode: ActivityMode;
  readonly since: number;
  /** The mode before this one and when it was left: a flip back within a minute costs health. */
  readonly previous: { readonly mode: ActivityMode; readonly leftAt: number } | null;
  /** No event has confirmed the mode yet, so the next one sets it at once. */
  readonly anew: boolean;
}

/** The loop signal, with the numbers that raised it. */
export interface LoopSignal {
  readonly since: number;
  /** Largest distance among the compared outputs, in 64ths. */
  readonly distance: number;
  /** The similarity that had to be exceeded, in ten-thousandths, rounded for reading. */
  readonly threshold: number;
}

/** The runaway signal, with the numbers that raised it. */
export interface RunawaySignal {
  readonly since: number;
  /** Mean intervals in whole milliseconds, rounded for reading. */
  readonly recentMs: number;
  readonly earlierMs: number;
}

/** A wait after a veto. */
export interface Cooldown {
  readonly since: number;
  readonly until: number;
}

/** One conversation. */
export interface ThreadState {
  /** Sequence number of the last record that named it. */
  readonly seen: number;
  readonly mode: ModeState;
  readonly lastEventAt: number | null;
  /** When the tempo window's last beat was; null when the window has just been emptied. */
  readonly lastBeatAt: number | null;
  readonly intervals: readonly number[];
  readonly outputs: readonly string[];
  readonly loop: LoopSignal | null;
  readonly runaway: RunawaySignal | null;
  readonly cooldown: Cooldown | null;
  readonly holds: readonly Hold[];
  /** The kill switch's judge of this conversation, from its first observation on. */
  readonly judge?: JudgeState;
  /** What a model said of the stretch without progress that it is in; absent while none was heard. */
  readonly opinion?: Opinion;
  /** What it spent, while there are budgets. */
  readonly ledger?: Ledger;
  /** Its budgets that a person extended. */
  readonly extended?: Extensions;
  /** What is known of it as a subagent, while there are limits of them. */
  readonly subagent?: SubagentState;
}

/** Health in whole ten-thousandths. */
export interface HealthState {
  readonly value: number;
  /** Recovery is counted in full minutes from here. */
  readonly anchor: number;
  /** FAILED results in a row. */
  readonly streak: number;
}

/** Tokens and calls by second, tokens by minute: rings indexed by second or minute modulo size. */
export interface UsageState {
  /** The newest second written. */
  readonly second: number;
  readonly tokens: readonly number[];
  readonly calls: readonly number[];
  /** The newest minute written. */
  readonly minute: number;
  readonly minutes: readonly number[];
}

/** One run of an agent. */
export interface SessionState {
  readonly seen: number;
  readonly usage: UsageState;
  readonly health: HealthState;
  /** The last results, oldest first: F for failed, o for any other. */
  readonly results: string;
  readonly cooldown: Cooldown | null;
  readonly holds: readonly Hold[];
  readonly threads: Readonly<Record<string, ThreadState>>;
  /** The kill switch's window of requests, from the first observation on. */
  readonly window?: LiteralWindow;
  readonly ledger?: Ledger;
  readonly extended?: Extensions;
}

/** An agent's own limits, where a person set them. */
export interface Envelope {
  readonly maxTokensPerMinute: number | null;
  readonly maxToolCallsPerMinute: number | null;
  /** Absent until a person sets something. */
  readonly killSwitch?: KillSwitch;
  /** Absent when there are none. */
  readonly budgets?: Budgets;
  /** What a session or a conversation spent outlasts its being let go of; absent: it begins anew, as in 0.1.0. */
  readonly keepsSpent?: boolean;
  /** What of it only reports; absent when all of it acts. */
  readonly shadow?: readonly EnvelopeRule[];
  /** What may still be saved when the kill switch or a budget stops it; absent: nothing. */
  readonly windDown?: GraceTerms;
  /** What the figures of a subscription do; absent: they are shown, and that is all. */
  readonly plan?: PlanLimits;
  /** What subagents may do; absent: whatever they want. */
  readonly subagents?: SubagentLimits;
}

/** Rules of an envelope, besides the kill switch, that a person may let report without acting. */
export type EnvelopeRule = 'limits' | 'budgets';

/**
 * What may be spent: by an agent in a day, a week, a month or its last hours, by a session, by a conversation. Money in
 * millionths of a dollar.
 */
export interface Budgets {
  readonly microUsdPerDay?: number;
  readonly tokensPerDay?: number;
  readonly callsPerDay?: number;
  readonly microUsdPerWeek?: number;
  readonly tokensPerWeek?: number;
  readonly callsPerWeek?: number;
  readonly microUsdPerMonth?: number;
  readonly tokensPerMonth?: number;
  readonly callsPerMonth?: number;
  readonly microUsdRolling?: number;
  readonly tokensRolling?: number;
  readonly callsRolling?: number;
  /** How many hours the rolling ones count; 24 when absent. */
  readonly rollingHours?: number;
  readonly microUsdPerSession?: number;
  readonly tokensPerSession?: number;
  readonly callsPerSession?: number;
  readonly microUsdPerThread?: number;
  readonly tokensPerThread?: number;
  readonly callsPerThread?: number;
  /** At a limit the agent is parked, and a person's resume gives so many per cent more, once; absent: it is refused. */
  readonly extendPercent?: number;
}

/** Everything the core knows of one agent. */
export interface AgentState {
  /** Version of this shape. */
  readonly v: 1;
  /** Id of the constitution this state lives under. */
  readonly constitution: string;
  /** Records taken in so far. */
  readonly sequence: number;
  /** The highest timestamp seen; lower ones are clamped to it. */
  readonly clock: number;
  readonly envelope: Envelope;
  readonly holds: readonly Hold[];
  readonly sessions: Readonly<Record<string, SessionState>>;
  /** When the kill switch stopped single sessions lately. */
  readonly kills?: readonly number[];
  readonly ledger?: Ledger;
  readonly extended?: Extensions;
  /** The same for longer periods, while there are budgets for them. */
  readonly periods?: PeriodLedgers;
  /** What sessions and conversations had spent that were let go of. */
  readonly retired?: RetiredLedgers;
  /** The grace of a budget that was spent, on the day on which it was. */
  readonly budgetGrace?: BudgetGrace;
  /** What the provider last reported of the plan; absent until it did. */
  readonly plan?: PlanState;
  /** How it is stuck without looping; absent when it isn't. */
  readonly stuck?: readonly StuckSign[];
}

/** The state before the first record. */
export function initialState(constitution: { readonly id: string }): AgentState {
  return {
    v: 1,
    constitution: constitution.id,
    sequence: 0,
    clock: 0,
    envelope: { maxTokensPerMinute: null, maxToolCallsPerMinute: null },
    holds: [],
    sessions: {},
  };
}

/** A session at its first record. */
export function initialSession(now: number): SessionState {
  return {
    seen: 0,
    usage: {
      second: Math.floor(now / 1_000),
      tokens: new Array<number>(SECONDS_PER_WINDOW).fill(0),
      calls: new Array<number>(SECONDS_PER_WINDOW).fill(0),
      minute: Math.floor(now / 60_000),
      minutes: new Array<number>(MINUTES_PER_AVERAGE).fill(0),
    },
    health: { value: UNIT, anchor: now, streak: 0 },
    results: '',
    cooldown: null,
    holds: [],
    threads: {},
  };
}

/** A thread at its first record: idle until an event says otherwise. */
export function initialThread(now: number): ThreadState {
  return {
    seen: 0,
    mode: { mode: 'IDLE', since: now, previous: null, anew: true },
    lastEventAt: null,
    lastBeatAt: null,
    intervals: [],
    outputs: [],
    loop: null,
    runaway: null,
    cooldown: null,
    holds: [],
  };
}
