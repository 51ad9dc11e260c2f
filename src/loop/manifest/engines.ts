/**
 * The engines that may do a task, in the order in which they are tried, and what each is for.
 *
 * The chain of the safety rules is the default; the manifest may replace it. An engine is a command line: nothing here
 * belongs to one vendor.
 */

/** What an engine is kept for, besides taking its turn in the order. */
export type EngineContext = 'default' | 'api_overload' | 'cost' | 'offline';

/** One engine. */
export interface Engine {
  readonly name: string;
  /** The program and its words; the headless form is added where the program is a known client. */
  readonly command: readonly string[];
  readonly context: EngineContext;
  /** How long it rests after it failed. */
  readonly cooldownMinutes: number;
}

/** The contexts, as the manifest writes them. */
export const ENGINE_CONTEXTS: readonly EngineContext[] = [
  'default',
  'api_overload',
  'cost',
  'offline',
];

/** After a failure it is tried again no sooner. */
export const COOLDOWN_MINUTES_DEFAULT = 30;

const resting = { cooldownMinutes: COOLDOWN_MINUTES_DEFAULT };

/** The chain of the safety rules: Claude Code, Gemini Pro, Gemini Flash, a local model. */
export const ENGINES_BY_DEFAULT: readonly Engine[] = [
  { name: 'claude-code', command: ['claude'], context: 'default', ...resting },
  {
    name: 'gemini-pro',
    command: ['gemini', '-m', 'gemini-1.5-pro'],
    context: 'api_overload',
    ...resting,
  },
  {
    name: 'gemini-flash',
    command: ['gemini', '-m', 'gemini-1.5-flash'],
    context: 'cost',
    ...resting,
  },
  {
    name: 'local',
    command: ['opencode', '--model', 'lmstudio/llama-3'],
    context: 'offline',
    ...resting,
  },
];

/** Who is asked for a way out, in order, and what that may cost. */
export interface AdvisorSettings {
  readonly commands: readonly (readonly string[])[];
  readonly timeoutSeconds: number;
  /** Of one night. */
  readonly maxCalls: number;
  readonly maxTokens: number;
  readonly maxUsd: number;
}

/** The priority list of the safety rules. */
export const ADVISOR_BY_DEFAULT: AdvisorSettings = {
  commands: [
    ['claude', '--model', 'claude-opus-4-6'],
    ['opencode', '--model', 'lmstudio/llama-3'],
    ['gemini', '-m', 'gemini-1.5-pro'],
  ],
  timeoutSeconds: 180,
  maxCalls: 12,
  maxTokens: 400_000,
  maxUsd: 10,
};
