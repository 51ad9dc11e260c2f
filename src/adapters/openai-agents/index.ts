/**
 * `@openai/agents`: a run of the SDK's agents under the guardrails of a prompt.
 *
 * The prompt's tools become tools of the SDK whose calls go through `runTool`. A run gets a runner of its own, which
 * asks the gate before every model call and lets no function tool start that is not guarded, whichever agent of the
 * run calls it. When the agent is done, the checker is asked; what it finds missing is the agent's next input.
 */
import type * as AgentsSdk from '@openai/agents';
import type {
  AgentInputItem,
  FunctionTool,
  RunConfig,
  RunContext,
  RunResult,
  RunStreamEvent,
  Runner,
  StreamedRunResult,
} from '@openai/agents';
import { TripwireError } from '../../core/index.ts';
import type { DeclaredTool, ToolOutcome } from '../../guardrails/index.ts';
import { AgentStopped } from '../agent-stopped.ts';
import { declareCapabilities, type AdapterCapabilities } from '../capabilities.ts';
import { GuardedSession, modelText, type GuardOptions } from '../guarded-session.ts';
import { loadPeer } from '../load-peer.ts';
import { paramsJsonSchema } from '../params-json-schema.ts';

export type { GuardOptions } from '../guarded-session.ts';

type Sdk = typeof AgentsSdk;

/** What this adapter can do. */
export const capabilities: AdapterCapabilities = declareCapabilities({
  adapter: 'openai-agents',
  sdk: '@openai/agents 0.20',
  notes: [
    'Hosted tools (web search, file search, code interpreter, hosted MCP) run at the provider, where no policy sees them.',
    'The SDK’s computer, shell and patch tools aren’t function tools, so no policy sees them.',
    'Create your own function tools with `guard.tool(options)` instead of `tool(options)`. All others are refused, including those of MCP servers and agents used as tools.',
  ],
});

/** How an agent is run. */
export interface GuardedRunOptions<Context> {
  /** Where models, tracing and the rest come from; its own listeners and filters stay in place. */
  readonly runner?: Runner;
  readonly context?: Context;
  readonly maxTurns?: number;
  readonly signal?: AbortSignal;
  /** Streams, and gets every event. */
  readonly onEvent?: (event: RunStreamEvent) => void;
}

/** What the SDK's `tool` takes, as far as it matters here. */
interface OwnTool {
  execute(
    params: unknown,
    context: RunContext | undefined,
    details: ToolDetails | undefined,
  ): unknown;
}

interface ToolDetails {
  readonly toolCall?: { readonly callId: string };
}

/** Any agent, in the SDK's own words. */
export type AnyAgent = Parameters<Runner['run']>[0];

/** A result of the SDK. */
export type GuardedRunResult<Context, Ran extends AnyAgent> =
  | RunResult<Context, Ran>
  | StreamedRunResult<Context, Ran>;

/** Guards one run, or several after each other in the same session. */
export async function guardAgents(options: GuardOptions): Promise<AgentsGuard> {
  const sdk = await loadPeer('@openai/agents', () => import('@openai/agents'));
  return new AgentsGuard(sdk, options);
}

/** The guardrails of a prompt, for agents of this SDK. */
export class AgentsGuard {
  /** The prompt's tools that have a handler. */
  readonly tools: readonly FunctionTool[];
  /** The SDK's `tool`, guarded: policies know the tool by its name, and what `execute` throws is a failure. */
  readonly tool: Sdk['tool'];
  readonly #sdk: Sdk;
  readonly #guarded: GuardedSession;
  /** Every tool that goes through the guardrails. */
  readonly #known = new WeakSet<object>();
  #spent = { inputTokens: 0, outputTokens: 0 };

  constructor(sdk: Sdk, options: GuardOptions) {
    this.#sdk = sdk;
    this.#guarded = new GuardedSession(capabilities.adapter, options);
    this.tool = ((own: OwnTool) => this.#own(own)) as unknown as Sdk['tool'];
    this.tools = options.prompt.tools
      .filter((tool) => 'handler' in tool)
      .map((tool) => this.#made(tool));
  }

  /** Runs an agent to its end. Rejects with `AgentStopped` when it is stopped. */
  async run<Ran extends AnyAgent, Context = undefined>(
    agent: Ran,
    input: string | AgentInputItem[],
    options: GuardedRunOptions<Context> = {},
  ): Promise<GuardedRunResult<Context, Ran>> {
    const runner = this.#runner(options.runner);
    let next = input;
    for (;;) {
      const result = await this.#runOnce(runner, agent, next, options);
      // An agent whose last act is a tool call asks no model afterwards.
      const { stop } = this.#guarded;
      if (stop !== null) throw new AgentStopped(stop);
      // Somebody has to approve a tool first: the agent has not ended.
      if (result.interruptions.length > 0) return result;
      const answer = await this.#guarded.mayStop(result.finalOutput);
      if (answer.stop === 'allowed') {
        await this.#guarded.finish(result.finalOutput);
        return result;
      }
      next = [...result.history, { role: 'user', content: answer.feedback }];
    }
  }

  async #runOnce<Ran extends AnyAgent, Context = undefined>(
    runner: Runner,
    agent: Ran,
    input: string | AgentInputItem[],
    { runner: _base, onEvent, ...asked }: GuardedRunOptions<Context>,
  ): Promise<GuardedRunResult<Context, Ran>> {
    this.#spent = { inputTokens: 0, outputTokens: 0 };
    if (onEvent === undefined) {
      const result = await runner.run(agent, input, asked);
      this.#count(result.runContext);
      return result;
    }
    const result = await runner.run(agent, input, { ...asked, stream: true });
    for await (const event of result) onEvent(event);
    await result.completed;
    this.#count(result.runContext);
    return result;
  }

  /** A runner like the given one that asks before every model call, and knows which tools are guarded. */
  #runner(given: Runner | undefined): Runner {
    const config: Partial<RunConfig> = given?.config ?? {};
    const filter = config.callModelInputFilter;
    const runner = new this.#sdk.Runner({
      ...config,
      callModelInputFilter: async (asked) => {
        await this.#guarded.requireGoingOn();
        return filter === undefined ? asked.modelData : filter(asked);
      },
    });
    // A throw here keeps the tool from running, in every agent that this run hands over to.
    runner.on('agent_tool_start', (_context, _agent, tool) => {
      if (tool.type === 'function' && !this.#known.has(tool)) {
        const words = `tool '${tool.name}' is not guarded; make it with guard.tool(…)`;
        throw new TripwireError('GUARDRAIL_INVALID', `openai-agents: ${words}`, tool.name);
      }
    });
    return runner;
  }

  #own(options: OwnTool): FunctionTool {
    const execute: OwnTool['execute'] = (params, context, details) => {
      const run = () => options.execute(params, context, details);
      const callId = details?.toolCall?.callId;
      return this.#told(context, () => this.#guarded.aroundTool(made, params, callId, run));
    };
    const guarded = { ...options, execute } as unknown as Parameters<Sdk['tool']>[0];
    const made = this.#sdk.tool(guarded) as unknown as FunctionTool;
    return this.#knows(made);
  }

  #made(tool: DeclaredTool): FunctionTool {
    const made = this.#sdk.tool({
      name: tool.name,
      description: tool.description ?? '',
      parameters: { ...paramsJsonSchema(tool), additionalProperties: true },
      strict: false,
      execute: (params, context, details) =>
        this.#told(context, () =>
          this.#guarded.runTool(tool.name, params, details?.toolCall?.callId),
        ),
    });
    // The SDK's type names the parameters; an agent takes tools of any.
    return this.#knows(made as unknown as FunctionTool);
  }

  /** Counts what was used up to the call, makes it, and gives what the model reads of it. */
  async #told(context: RunContext | undefined, call: () => Promise<ToolOutcome>): Promise<string> {
    if (context !== undefined) this.#count(context);
    return modelText(await call());
  }

  #knows<Known extends FunctionTool>(tool: Known): Known {
    this.#known.add(tool);
    return tool;
  }

  /** The SDK sums up the tokens of a run; what is new since the last look is spent. */
  #count({ usage }: Pick<RunContext, 'usage'>): void {
    const { inputTokens, outputTokens } = usage;
    this.#guarded.spend({
      inputTokens: inputTokens - this.#spent.inputTokens,
      outputTokens: outputTokens - this.#spent.outputTokens,
    });
    this.#spent = { inputTokens, outputTokens };
  }
}
