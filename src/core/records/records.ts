/**
 * The records: every fact that may change the core's state.
 *
 * State is the fold of its records, so whatever is not one of these six types cannot influence a
 * decision. Time comes in with them; the core has no clock of its own.
 */
import type { AgentEvent, ExecutionResult } from '../contracts.ts';
import type { GraceTerms } from '../holds/grace.ts';
import type { KillSwitch } from '../kill-switch.ts';
import type { PlanLimits, PlanReading } from '../plan/plan-windows.ts';
import type { PeriodLedgers } from '../spending/period-ledgers.ts';
import type { Budgets, EnvelopeRule } from '../state.ts';
import type { ProviderTrouble } from '../stuck/provider-trouble.ts';
import type { StuckNote } from '../stuck/stuck-signs.ts';
import type { SubagentLimits } from '../subagents/subagent-limits.ts';
import type { Observation } from './observation.ts';

/** Whom a record is about. One of each when absent; see `place.ts` for the defaults. */
export interface Address {
  readonly agent?: string;
  readonly session?: string;
  readonly thread?: string;
}

/** Tokens and tool calls, as estimated before a call or as counted for it earlier. */
export interface Spend {
  readonly tokenCount: number;
  readonly toolCalls: number;
}

/** What a call would spend. */
export interface Estimate extends Spend {
  /** In millionths of a dollar; absent when the price of the model is not known. */
  readonly costMicroUsd?: number;
  /** What budgets reserve, where it is more than what the minute counts; `tokenCount` when absent. */
  readonly reserveTokens?: number;
}

/** What an `event` or `result` replaces: the spend counted for the same call at `timestamp`. */
export interface Settlement extends Spend {
  readonly timestamp: number;
  /** What budgets reserved for it; `tokenCount` when absent. */
  readonly reserveTokens?: number;
}

/**
 * What asks to pass. Only `tool` and `save` are stopped by a hold whose scope is tools; `save` is a tool call that only
 * saves work, and is told apart while an agent is being stopped.
 */
export type Purpose = 'step' | 'side' | 'tool' | 'save' | 'compaction';

/** For whom and for what a call is made, as far as somebody said so. Budgets are counted by them; the core is not told. */
export interface CallLabels {
  readonly branch?: string;
  readonly project?: string;
  readonly tags?: readonly string[];
  readonly user?: string;
}

/** A call asks to be let through; its estimate is counted when it is. */
export interface AdmitRecord extends Address {
  readonly type: 'admit';
  readonly timestamp: number;
  readonly purpose: Purpose;
  readonly estimate: Estimate;
  /** The action asked for, where an approval may be needed. */
  readonly target?: string;
  /** False asks whether this may pass without counting the estimate, because an event will count it. */
  readonly reserve?: boolean;
  /** How many equal requests, refused one after the other, this one stands for; 1 when absent. */
  readonly repeats?: number;
  /** The call this belongs to; with `observed`, so that a response finds its request. */
  readonly call?: string;
  /** What is new in the request. */
  readonly observed?: Observation;
  /** The conversation that started this one, where a subagent asks. */
  readonly parent?: string;
  /** The model that is asked, and the provider it is asked at, as the client names them: recorded, not judged. */
  readonly model?: string;
  readonly provider?: string;
  /** Recorded, not judged. */
  readonly labels?: CallLabels;
}

/** One model response; all its tool calls together are one beat. */
export interface EventRecord extends Address {
  readonly type: 'event';
  readonly event: AgentEvent;
  readonly settles?: Settlement;
  readonly target?: string;
  readonly call?: string;
  /** How the call ended, where it ended with this response: the same as a `result` after it, at its time. */
  readonly ended?: CallEnding;
  /** What the response said. */
  readonly observed?: Observation;
  /** Those of its call. */
  readonly labels?: CallLabels;
}

/** How an execution ended; with `settles`, its tokens replace what was counted before. */
export interface ResultRecord extends Address, EndingFacts {
  readonly type: 'result';
  readonly timestamp: number;
  readonly result: ExecutionResult;
  readonly settles?: Settlement;
  readonly call?: string;
  /** Those of its call. */
  readonly labels?: CallLabels;
}

/** How a call ended with its response, whose tokens and time its event tells. */
export interface CallEnding extends EndingFacts {
  readonly status: ExecutionResult['status'];
}

/** What is known of a call when it has ended. */
interface EndingFacts {
  /** Tokens read from the provider's cache: recorded, not counted. */
  readonly cachedTokens?: number;
  /** The tokens are our own estimate, because the provider told none. */
  readonly estimated?: boolean;
  /** The client hung up before it had the whole answer: nobody knows what became of its session. */
  readonly lost?: boolean;
  /** The model that answered, where it is not the one that was asked. */
  readonly model?: string;
  /** What the answer said of the windows of a subscription. */
  readonly plan?: PlanReading;
  /** The provider refused for a limit, or was not able to answer: no fault of the agent's. */
  readonly trouble?: ProviderTrouble;
  /** What the call cost in millionths of a dollar; absent when no price is known. */
  readonly costMicroUsd?: number;
  /** The money that was counted for the call when it passed: the cost replaces it. */
  readonly reserved?: { readonly timestamp: number; readonly costMicroUsd: number };
}

/** Time passed and nothing else happened. */
export interface TickRecord extends Address {
  readonly type: 'tick';
  readonly timestamp: number;
}

/** What a person can do. */
export type OperatorAction =
  | 'activate'
  | 'deactivate'
  | 'pause'
  | 'resume'
  | 'restart'
  | 'configure'
  | 'grant'
  | 'refuse'
  | 'stop-all'
  | 'resume-all';

/** An agent's own limits, tighter than the constitution, never looser; null removes one. And its kill switch. */
export interface EnvelopeChange {
  readonly maxTokensPerMinute?: number | null;
  readonly maxToolCallsPerMinute?: number | null;
  readonly killSwitch?: Partial<KillSwitch>;
  /** Budgets that are set or, with null, removed; the others stay. */
  readonly budgets?: { readonly [name in keyof Budgets]?: number | null };
  /** With `budgets`: what a session or a conversation spent outlasts its being let go of. */
  readonly keepsSpent?: boolean;
  /** What only reports from now on; empty: everything acts. */
  readonly shadow?: readonly EnvelopeRule[];
  /** What may still be saved when the kill switch or a budget stops the agent; null: nothing. */
  readonly windDown?: GraceTerms | null;
  /** What the figures of a subscription do; null: they are only shown. */
  readonly plan?: PlanLimits | null;
  /** What subagents may do; null: whatever they want. */
  readonly subagents?: SubagentLimits | null;
}

/** A person acted. Without a session it concerns the whole agent. */
export interface OperatorRecord extends Address {
  readonly type: 'operator';
  readonly timestamp: number;
  readonly action: OperatorAction;
  readonly by?: string;
  readonly why?: string;
  /** The action that `grant` and `refuse` decide on. */
  readonly target?: string;
  /** What `configure` changes. */
  readonly envelope?: EnvelopeChange;
  /** What the agent spent before in the periods that `configure` gave it the first budgets for. */
  readonly spent?: PeriodSpend;
  /** What may still be saved after `deactivate`; nothing when absent. */
  readonly grace?: GraceTerms;
  /** With `deactivate` of a conversation: also those that it starts. */
  readonly family?: true;
  /** With `deactivate`: until the next prompt. With `activate`: that prompt came, and nothing else is lifted. */
  readonly turn?: true;
}

/** What was spent on a day, and in the longer periods that are asked for. Money in millionths of a dollar. */
export interface PeriodSpend extends PeriodLedgers {
  /** From when on it has what calls under way reserved; from the record on when absent. */
  readonly since?: number;
  readonly tokens: number;
  readonly calls: number;
  readonly microUsd: number;
}

/** Holds that the loop, a policy or a detector may raise. */
export type SignalHold = 'kill_switch' | 'checkpoint' | 'blocker' | 'compaction' | 'approval';

/** The loop, a policy or a detector raises or lifts a hold. */
export interface SignalRecord extends Address {
  readonly type: 'signal';
  readonly timestamp: number;
  readonly source: 'loop' | 'policy' | 'detector';
  readonly hold: SignalHold;
  readonly change: 'raise' | 'lift';
  readonly details: string;
  /** The one action an `approval` is about. */
  readonly target?: string;
}

/** The rules that a person may let report without acting. The six vetoes of the constitution are not among them. */
export type ShadowRule = 'limits' | 'budgets' | 'team' | 'policy' | 'loop' | 'approval';

/** What a rule in shadow would have done. */
export interface Would {
  readonly rule: ShadowRule;
  /** What would have become of the call, or of the agent. */
  readonly act: 'refuse' | 'wait' | 'ask' | 'stop';
  /** Which rule of its kind, where there are several. */
  readonly name?: string;
  /** How often, since it was last told; 1 when absent. */
  readonly times?: number;
}

/** Something was done that raises nothing: a warning, a prompt, a denied call. It is written down, and that is all. */
export interface NoteRecord extends Address {
  readonly type: 'signal';
  readonly timestamp: number;
  readonly source: SignalRecord['source'];
  readonly change: 'note';
  readonly details: string;
  /** It was not done: a rule in shadow would have. */
  readonly would?: Would;
  /** The agent was told the details, this way. */
  readonly told?: ToldWay;
  /** A process of the agent began or ended, as `tripwire run` saw it. */
  readonly process?: ProcessNote;
  /** The agent is stuck without looping, or no longer. */
  readonly stuck?: StuckNote;
  /** A stop was seen to end what it stopped, or nobody saw that in time. */
  readonly stop?: StopNote;
  /** What the client told of the windows of a subscription, where no answer says it here. */
  readonly plan?: PlanReading;
}

/** What became of a process. */
export interface ProcessNote {
  readonly id: string;
  readonly state: 'started' | 'ended';
  /** It ended with an error that nobody asked for. */
  readonly crashed?: boolean;
}

/** What became of a stop. */
export interface StopNote {
  readonly state: 'ended' | 'may_be_alive';
  /** When the stop was made. */
  readonly since: number;
}

/** Ways by which an agent can be told something before it is stopped. */
export type ToldWay = 'hook' | 'adapter' | 'wire';

/** What a model says when it is asked whether a conversation makes progress; none: there was no answer in time. */
export type Opinion = 'progress' | 'stuck' | 'none';

/**
 * A second opinion came back. It moves the limit of the score within the band that the rules leave, for the stretch
 * without progress that it is about; the model itself is needed by nobody who judges again.
 */
export interface OpinionRecord extends Address {
  readonly type: 'signal';
  readonly timestamp: number;
  readonly source: 'detector';
  readonly change: 'opinion';
  /** The conversation that it is about. */
  readonly thread: string;
  readonly opinion: Opinion;
  /** What the model said, or why there is no answer. */
  readonly details: string;
  /** Who was asked, and what that cost: recorded, not judged. */
  readonly model?: string;
  readonly costMicroUsd?: number;
}

/** Everything that may enter the core. */
export type AgentRecord =
  | AdmitRecord
  | EventRecord
  | ResultRecord
  | TickRecord
  | OperatorRecord
  | SignalRecord
  | NoteRecord
  | OpinionRecord;

/** The timestamp a record carries, before clamping. */
export function timestampOf(record: AgentRecord): number {
  return record.type === 'event' ? record.event.timestamp : record.timestamp;
}
