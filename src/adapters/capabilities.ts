/**
 * What an adapter can do with its SDK, declared as data.
 *
 * What an SDK has no way to do is said, with the reason, and not faked: whoever relies on a guardrail has to know
 * where it ends. The compatibility kit plays every scenario whose abilities are declared, and lists the others.
 */

/** Everything an adapter may be able to do, in the words of docs/adapters.md. */
export const ABILITIES = {
  toolPolicies: 'A denied tool doesn’t run.',
  denialReasons: 'The model is told why a tool was denied, as the result of its call.',
  feedback: 'Feedback comes with the result of the tool call, in the model’s next input.',
  taskCompletion: 'A stop is blocked while the task is incomplete, at most eight times in a row.',
  stopEndsRun: 'A stop during a run ends it without another model call.',
  stopForbidsStart: 'A stopped agent makes no model calls at all.',
  parallelCalls: 'Tool calls that the model makes in parallel are judged one by one.',
  countsTokens: 'The tokens of model calls count against the budget.',
} as const;

/** One of them. */
export type Ability = keyof typeof ABILITIES;

/** What an adapter can do. `cannot` has the reason for each that is false. */
export interface AdapterCapabilities extends Readonly<Record<Ability, boolean>> {
  /** As in its subpath: `agent-tripwire/adapters/<adapter>`. */
  readonly adapter: string;
  /** The SDK that it is tested with. */
  readonly sdk: string;
  readonly cannot: Readonly<Partial<Record<Ability, string>>>;
  /** What else a user has to know, such as tools that do not come past the adapter. */
  readonly notes: readonly string[];
}

/** What is declared. Every ability that `cannot` does not name is there. */
export interface CapabilitiesOptions {
  readonly adapter: string;
  readonly sdk: string;
  readonly cannot?: Readonly<Partial<Record<Ability, string>>>;
  readonly notes?: readonly string[];
}

/** Declares capabilities; everything is possible that is not denied by name. */
export function declareCapabilities(options: CapabilitiesOptions): AdapterCapabilities {
  const { adapter, sdk, cannot = {}, notes = [] } = options;
  const can = Object.keys(ABILITIES).map((ability) => [ability, !Object.hasOwn(cannot, ability)]);
  const abilities = Object.fromEntries(can) as Record<Ability, boolean>;
  return Object.freeze({ adapter, sdk, ...abilities, cannot, notes });
}
