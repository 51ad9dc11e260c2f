/**
 * The gate as its callers see it: ask before you act, tell how it went, and stop when you are told to.
 *
 * Proxy, hooks, adapters and the loop all speak to this one interface, embedded or over HTTP, because there is
 * only one place that lets something through. It stands among the contracts, so that a room that may not know the
 * gate can still be handed one.
 */
import type { AgentEvent, ExecutionStatus, SafetyVeto } from './contracts.ts';
import type { Grace } from './holds/grace.ts';
import type { HoldKind } from './holds/hold-laws.ts';
import type { KillSwitch } from './kill-switch.ts';
import type { PlanReading } from './plan/plan-windows.ts';
import type { Observation } from './records/observation.ts';
import type { CallLabels, Purpose } from './records/records.ts';
import type { ProviderTrouble } from './stuck/provider-trouble.ts';

/** What may still be saved, with what that is in words. */
export interface RefusalGrace extends Grace {
  readonly words: string;
}

/** Why something was not let through: a hold, a veto that outlasted the wait, or a gate that cannot decide. */
export interface GateRefusal {
  /** A hold's kind, a veto, or why the gate cannot know. */
  readonly kind:
    | HoldKind
    | SafetyVeto
    | 'gate_unavailable'
    | 'agent_unknown'
    | 'hooks_missing'
    | 'request_unreadable'
    | 'spending_unseen'
    | 'model_not_allowed'
    | 'budget_spent'
    | 'subagent_limit'
    | 'team_budget_spent'
    | 'price_unknown';
  readonly agent: string;
  readonly session: string | null;
  /** The subagent that is held alone; its session and the other subagents are not. */
  readonly subagent?: string;
  /** In full words, with the numbers. */
  readonly reason: string;
  /** What a person does about it. */
  readonly remedy: string;
  /** The page of the dashboard about the stop; absent where there is none, or no dashboard. */
  readonly link?: string;
  /** How the client is to be told. */
  readonly refusal: KillSwitch['refusal'];
  /** What may still be saved, and until when: everything else is refused already. Absent: nothing. */
  readonly grace?: RefusalGrace;
  /** Waiting helps: true for a veto and for a gate that may recover. */
  readonly temporary: boolean;
}

/** What asks to be let through. */
export interface CallAsk {
  readonly agent: string;
  readonly session?: string;
  readonly thread?: string;
  readonly purpose: Purpose;
  readonly estimateTokens: number;
  /** The same in millionths of a dollar; absent when the price of the model is not known. */
  readonly estimateMicroUsd?: number;
  /** What it uses and costs at most, where it says how long its answer may get: budgets reserve this. */
  readonly reserve?: { readonly tokens: number; readonly microUsd?: number };
  readonly observed?: Observation;
  /** The conversation that started this one, where a subagent asks. */
  readonly parent?: string;
  /** The texts behind what is observed: kept when it is recorded, for explaining a stop, should one come. */
  readonly texts?: readonly {
    readonly kind: string;
    readonly text: string;
    /** By which the text finds its step in the journal. */
    readonly mark?: string;
  }[];
  /** The model that is asked and the provider it is asked at: recorded, not judged. */
  readonly model?: string;
  readonly provider?: string;
  /** For whom and for what it is: budgets that go by that are counted by it. */
  readonly labels?: CallLabels;
  /** The program that asks, as far as it is recognised: shown, neither recorded nor judged. */
  readonly client?: string;
  /** The client compacts its conversation when it is told that the prompt is too long. */
  readonly compacts?: boolean;
  /** Why what is asked cannot be read, in fixed words: it is refused, and the refusal is recorded. */
  readonly unread?: string;
  /** The model that whoever asks may not ask, null where it names none: it is refused, and the refusal is recorded. */
  readonly unallowed?: { readonly model: string | null };
  /** What it spends is not told when it ends: it does not pass under a budget of tokens or money. */
  readonly spendsLater?: boolean;
  /** How long a veto may be waited for. */
  readonly waitMs: number;
  /** The caller hung up: waiting is over. */
  readonly gone?: AbortSignal;
}

/** How a call ended. */
export interface CallEnd {
  readonly status: ExecutionStatus;
  readonly latencyMs: number;
  /** Newly paid for: uncached input, cache writes, output. */
  readonly tokens: number;
  /** Read from the provider's cache, recorded apart. */
  readonly cachedTokens: number;
  /** The tokens are an estimate. */
  readonly estimated?: boolean;
  /** The client hung up before it had the whole answer. */
  readonly lost?: boolean;
  /** Nobody heard what it really used: budgets keep what they reserved for it. */
  readonly unheard?: boolean;
  /** The model that answered. */
  readonly model?: string;
  /** What it cost, in whole millionths of a dollar; absent when no price is known. */
  readonly costMicroUsd?: number;
  /** What the answer said of the windows of a subscription. */
  readonly plan?: PlanReading;
  /** What kept the provider from answering. */
  readonly trouble?: ProviderTrouble;
  /** What came back; absent when there was no response of the model. */
  readonly response?: Pick<AgentEvent, 'toolCalls' | 'outputLength' | 'outputHash'> & {
    readonly observed?: Observation;
  };
}

/** A tool that a response calls. */
export interface MadeCall {
  readonly tool: string;
  readonly args: unknown;
}

/** How long limits kept a call waiting. */
export interface Waited {
  readonly ms: number;
  /** The last of them. */
  readonly veto: SafetyVeto;
}

/** A call that was let through. It must be finished, whatever becomes of it. */
export interface OpenCall {
  readonly id: string;
  /** How long limits have kept it waiting so far; null: not at all. */
  readonly waited: Waited | null;
  /**
   * Aborted, with a `GateRefusal` as its reason, the moment the call must end. Ask for it anew before each piece that is
   * sent on: asking looks whether this process may still let anything through.
   */
  readonly signal: AbortSignal;
  /**
   * May the tools that this response calls run? `calls` counts those of the response so far. `made` are those that are
   * asked about; without them nobody can tell whether they only save. Null: yes.
   */
  mayRun(calls: number, made?: readonly MadeCall[]): Promise<GateRefusal | null>;
  /** Settles the call. Safe to call twice: the first time counts. */
  finish(end: CallEnd): Promise<void>;
}

/** The answer to an ask. */
export type Admission =
  | { readonly allowed: true; readonly call: OpenCall }
  | { readonly allowed: false; readonly refusal: GateRefusal };

/** What every source may do. */
export interface GatePort {
  admit(ask: CallAsk): Promise<Admission>;
  /** The standing refusal of an agent, session or thread, without asking for anything; null when none stands. */
  standing(agent: string, session?: string, thread?: string): Promise<GateRefusal | null>;
}
