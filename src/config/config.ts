/**
 * The configuration as the program sees it: complete, checked and frozen.
 */
import type { LogLevel } from '../base/log.ts';
import { present } from '../base/present.ts';
import type {
  Budgets,
  EnvelopeRule,
  GraceTerms,
  KillSwitch,
  PlanLimits,
  SubagentLimits,
} from '../core/index.ts';
import type { SecretRef } from './secret.ts';

/** Where a value came from. What comes later wins: a file, then the environment, then a flag. */
export type Origin = 'default' | 'file' | 'env' | 'flag';

export interface Config {
  /** The file that was read; null when there was none. */
  readonly file: string | null;
  /** Where each value came from that is not the default, by its path in the file. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Absolute path of the data folder. */
  readonly data: string;
  /** The database of the journal; absent: a file in the data folder. */
  readonly store?: string;
  /** Whether several servers serve that database at once. */
  readonly fleet: 'off' | 'on';
  /** Whether a process beside the server ends one that stands still. */
  readonly watchdog: 'off' | 'on';
  readonly port: number;
  readonly adminPort: number;
  readonly host: string;
  readonly adminHost: string;
  /** Absolute paths of the control plane's certificate and key; absent when it speaks no TLS. */
  readonly adminTls?: { readonly cert: string; readonly key: string };
  /** Whoever listens refuses an address beyond loopback unless this is true. */
  readonly allowRemote: boolean;
  /** Name of a shipped constitution or absolute path of a file: what `loadConstitution` takes. */
  readonly constitution: string;
  /** The secrets with which chats sign commands that stop agents; absent: no chat may. */
  readonly chatCommands?: { readonly slack?: SecretRef; readonly teams?: SecretRef };
  readonly registration: 'open' | 'closed';
  readonly capture: 'none' | 'on-stop' | 'all';
  readonly evidenceDays: number;
  /** Whether model calls need hooks that report, for every agent that says nothing else. */
  readonly attest: boolean;
  readonly retention: { readonly days: number; readonly maxMb: number };
  /** By name, without a prototype: a name that is not there is undefined, whatever it is. */
  readonly upstreams: Readonly<Record<string, UpstreamConfig>>;
  /** For every agent that says nothing else. */
  readonly killSwitch: KillSwitch;
  /** What the kill switch and spent budgets do to an agent that says nothing else. */
  readonly onStop: OnStop;
  /** How much may be saved where that is `wind_down`. */
  readonly windDown: { readonly calls: number; readonly seconds: number };
  /** Which model is asked between warning and stop; absent: none. */
  readonly secondOpinion?: SecondOpinionConfig;
  /** For every agent that says nothing else; absent when there are none. */
  readonly budgets?: BudgetsConfig;
  /** What the windows of a subscription do, for every agent that says nothing else; absent: they are shown. */
  readonly plan?: PlanConfig;
  /** What subagents may do, for every agent that says nothing else. */
  readonly subagents?: SubagentsConfig;
  /** When an agent is stuck without looping, and what is done then. */
  readonly stuck: StuckConfig;
  /** Agents that share budgets, by the name of the team; without a prototype. */
  readonly teams: Readonly<Record<string, TeamConfig>>;
  /** File with a person's prices; absent: that of the data folder, or the list alone. */
  readonly prices?: string;
  /** Whether windows are measured on an agent that says nothing else. */
  readonly audit: 'off' | 'on';
  /** Whether agents are made to rest a quarter of each window. */
  readonly governor: 'off' | 'on';
  /** Whether an agent that begins to loop is told so before it is stopped. */
  readonly steer: 'off' | 'on' | 'wire';
  /** By name, without a prototype. */
  readonly agents: Readonly<Record<string, AgentConfig>>;
  /** As written; what makes policies of it checks it. */
  readonly policies: readonly Readonly<Record<string, unknown>>[];
  /** What needs a person's yes. */
  readonly approvals: readonly ApprovalConfig[];
  readonly limits: LimitsConfig;
  /** Without a file the log goes to the error output. */
  readonly log: { readonly level: LogLevel; readonly file?: string };
}

export interface SecondOpinionConfig {
  /** Name of an upstream. */
  readonly provider: string;
  readonly model: string;
  readonly timeoutMs: number;
  readonly usdPerDay: number;
  /** Whether a model without a known price is asked; there is no cap in money then. */
  readonly allowUnpriced: boolean;
  readonly asksPerDay: number;
  /** Whether it sees the texts of the last steps. */
  readonly texts: boolean;
}

export interface UpstreamConfig {
  /** Base URL without a slash at its end. */
  readonly url: string;
  readonly format: 'anthropic' | 'openai' | 'gemini';
  /** The provider key to put in; absent when the agent's own passes. */
  readonly key?: SecretRef;
  /** Text or `env:NAME` by header name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Those that are not are left out. */
  readonly enabled: boolean;
  readonly insecure: boolean;
}

/** What a stop does: it refuses everything at once, or lets the agent save its work first. */
export type OnStop = 'refuse' | 'wind_down';

export interface AgentConfig {
  /** shadow: every rule that a person may set only reports. */
  readonly mode?: 'enforce' | 'shadow';
  readonly tags?: readonly string[];
  /** For whom, for what and on which branch it works: it counts over what its requests say. */
  readonly user?: string;
  readonly project?: string;
  readonly branch?: string;
  /** Its two limits only report. */
  readonly limitsShadow?: boolean;
  /** Only what is different from `Config.killSwitch`. */
  readonly killSwitch: Partial<KillSwitch>;
  /** Only what is different from `Config.budgets`. */
  readonly budgets?: BudgetsConfig;
  /** Only what is different from `Config.plan`. */
  readonly plan?: PlanConfig;
  /** Only what is different from `Config.subagents`. */
  readonly subagents?: SubagentsConfig;
  readonly onStop?: OnStop;
  readonly audit?: 'off' | 'on';
  readonly maxTokensPerMinute?: number;
  readonly maxToolCallsPerMinute?: number;
  readonly attest?: boolean;
}

/** Budgets, with money in dollars. */
export interface BudgetsConfig {
  readonly usdPerDay?: number;
  readonly tokensPerDay?: number;
  readonly callsPerDay?: number;
  readonly usdPerWeek?: number;
  readonly tokensPerWeek?: number;
  readonly callsPerWeek?: number;
  readonly usdPerMonth?: number;
  readonly tokensPerMonth?: number;
  readonly callsPerMonth?: number;
  readonly usdRolling?: number;
  readonly tokensRolling?: number;
  readonly callsRolling?: number;
  /** How long the rolling ones count. */
  readonly rollingHours?: number;
  readonly usdPerSession?: number;
  readonly tokensPerSession?: number;
  readonly callsPerSession?: number;
  readonly usdPerThread?: number;
  readonly tokensPerThread?: number;
  readonly callsPerThread?: number;
  /** At a limit the agent waits for a person, who may extend it once by so much. */
  readonly extendPercent?: number;
  /** They only report. */
  readonly shadow?: boolean;
}

/** What the windows of a subscription do, in per cent. */
export interface PlanConfig {
  readonly warn?: number;
  readonly windDown?: number;
  readonly reserve?: number;
  readonly rise?: { readonly points: number; readonly minutes: number };
}

/** Limits of subagents; each is absent when it is off. */
export interface SubagentsConfig {
  readonly atOnce?: number;
  readonly started?: { readonly count: number; readonly minutes: number };
  readonly depth?: number;
  readonly tokens?: number;
  readonly lifetimeMinutes?: number;
  readonly fruitless?: number;
}

/** When an agent is stuck without looping; `tell` only tells people. */
export interface StuckConfig {
  readonly stream: { readonly seconds: number; readonly act: 'tell' | 'cut' };
  readonly dialog: { readonly seconds: number };
  readonly limit: { readonly act: 'tell' | 'park' };
  readonly crashes: { readonly count: number; readonly seconds: number };
  readonly outage: {
    readonly calls: number;
    readonly seconds: number;
    readonly act: 'tell' | 'park';
  };
  readonly retries: {
    readonly calls: number;
    readonly seconds: number;
    readonly act: 'tell' | 'slow';
  };
  readonly wakes: {
    readonly count: number;
    readonly pauseSeconds: number;
    readonly act: 'tell' | 'slow';
  };
  readonly exchange: { readonly rounds: number; readonly act: 'tell' | 'stop' };
}

/** Agents that share budgets. */
export interface TeamConfig {
  /** By name, `*` for any text. */
  readonly agents?: readonly string[];
  readonly tags?: readonly string[];
  readonly users?: readonly string[];
  readonly projects?: readonly string[];
  readonly branches?: readonly string[];
  /** Each of these has the budgets for itself; absent: all together. */
  readonly each?: 'user' | 'project' | 'branch';
  readonly budgets: Omit<
    BudgetsConfig,
    | 'usdPerSession'
    | 'tokensPerSession'
    | 'callsPerSession'
    | 'usdPerThread'
    | 'tokensPerThread'
    | 'callsPerThread'
  >;
}

/** A rule of what needs a person's yes; everything that is given must fit. */
export interface ApprovalConfig {
  readonly name: string;
  readonly agents?: readonly string[];
  readonly doors?: readonly ('hook' | 'mcp' | 'adapter' | 'wire')[];
  readonly tools?: readonly (
    | string
    | { readonly tool: string; readonly where?: Readonly<Record<string, string>> }
  )[];
  readonly mcpTools?: readonly string[];
  readonly commands?: readonly ApprovalCommand[];
  readonly paths?: readonly string[];
  readonly hosts?: readonly string[];
  readonly spending?: { readonly usdPerCall: number };
  /** Every operator when absent. */
  readonly answeredBy?: readonly string[];
  readonly lapseSeconds: number;
  /** Nobody is asked: it only reports. */
  readonly shadow?: boolean;
  readonly why?: string;
}

/** A command that needs a yes. */
interface ApprovalCommand {
  readonly programs?: readonly string[];
  readonly verbs?: readonly string[];
  readonly options?: readonly (readonly string[])[];
  readonly arguments?: readonly string[];
  readonly redirects?: readonly string[];
  readonly variables?: readonly string[];
  readonly fedBy?: readonly string[];
}

export interface LimitsConfig {
  readonly bodyMb: number;
  readonly headerKb: number;
  readonly connections: number;
  readonly requestTimeoutMs: number;
  readonly upstreamConnectMs: number;
  readonly idleMs: number;
}

/** The kill switch of an agent: its own settings over those of all. */
export function killSwitchFor(
  config: Pick<Config, 'killSwitch' | 'agents'>,
  agent: string,
): KillSwitch {
  const written = { ...config.killSwitch, ...config.agents[agent]?.killSwitch };
  return isShadowed(config, agent) ? { ...written, shadow: true } : written;
}

/** Whether every rule that a person may set only reports for an agent. */
export function isShadowed({ agents }: Pick<Config, 'agents'>, agent: string): boolean {
  return agents[agent]?.mode === 'shadow';
}

/** What an agent may still save when it is stopped by itself; undefined: nothing. */
export function windDownFor(
  config: Partial<Pick<Config, 'onStop' | 'windDown'>> & Pick<Config, 'agents'>,
  agent: string,
): GraceTerms | undefined {
  const { onStop, windDown } = config;
  const isWindDown = (config.agents[agent]?.onStop ?? onStop) === 'wind_down';
  if (!isWindDown || windDown === undefined) return undefined;
  return { calls: windDown.calls, ms: windDown.seconds * SECOND_MS };
}

/** What the windows of a subscription do to an agent; undefined: they are only shown. */
export function planFor(
  config: Partial<Pick<Config, 'plan' | 'windDown'>> & Pick<Config, 'agents'>,
  agent: string,
): PlanLimits | undefined {
  const written = { ...config.plan, ...config.agents[agent]?.plan };
  const { warn, windDown, reserve, rise } = written;
  if (isShadowed(config, agent)) return warn === undefined ? undefined : { warn };
  if (Object.keys(written).length === 0) return undefined;
  const terms = config.windDown;
  return {
    ...present({ warn, windDown, reserve }),
    ...(rise === undefined ? {} : { rise: { ms: rise.minutes * MINUTE_MS, points: rise.points } }),
    ...(terms === undefined
      ? {}
      : { grace: { calls: terms.calls, ms: terms.seconds * SECOND_MS } }),
  };
}

/** What subagents of an agent may do; undefined: whatever they want. */
export function subagentsFor(
  config: Partial<Pick<Config, 'subagents'>> & Pick<Config, 'agents'>,
  agent: string,
): SubagentLimits | undefined {
  const written = { ...config.subagents, ...config.agents[agent]?.subagents };
  const { started, lifetimeMinutes, fruitless, ...counts } = written;
  const watched = present({ fruitless });
  // In shadow nothing is refused; how much is fruitless is part of what is judged.
  if (isShadowed(config, agent)) return fruitless === undefined ? undefined : watched;
  if (Object.keys(written).length === 0) return undefined;
  return {
    ...counts,
    ...watched,
    ...(started === undefined
      ? {}
      : { started: { count: started.count, ms: started.minutes * MINUTE_MS } }),
    ...(lifetimeMinutes === undefined ? {} : { lifetimeMs: lifetimeMinutes * MINUTE_MS }),
  };
}

/** What of an agent's own limits and budgets only reports. */
export function shadowFor(
  config: Pick<Config, 'budgets' | 'agents'>,
  agent: string,
): readonly EnvelopeRule[] {
  const own = config.agents[agent];
  const all = isShadowed(config, agent);
  const budgets = own?.budgets?.shadow ?? config.budgets?.shadow ?? false;
  return [
    ...(all || own?.limitsShadow === true ? (['limits'] as const) : []),
    ...(all || budgets ? (['budgets'] as const) : []),
  ];
}

const MICRO = 1_000_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** The budgets of an agent, as the core takes them: its own over those of all. */
export function budgetsFor(config: Pick<Config, 'budgets' | 'agents'>, agent: string): Budgets {
  return coreBudgets({ ...config.budgets, ...config.agents[agent]?.budgets });
}

/** Budgets as the core takes them. */
export function coreBudgets(config: BudgetsConfig): Budgets {
  const { shadow: _, ...written } = config;
  const entries = Object.entries(written).map(([name, limit]) =>
    name.startsWith('usd')
      ? [name.replace('usd', 'microUsd'), Math.round(limit * MICRO)]
      : [name, limit],
  );
  return Object.fromEntries(entries) as Budgets;
}

/** Whether an agent's model calls need hooks that report: its own setting over that of all. */
export function attestFor(config: Pick<Config, 'attest' | 'agents'>, agent: string): boolean {
  return config.agents[agent]?.attest ?? config.attest;
}

/** Whether windows are measured on an agent. */
export function isAudited(config: Pick<Config, 'audit' | 'agents'>, agent: string): boolean {
  return (config.agents[agent]?.audit ?? config.audit) === 'on';
}
