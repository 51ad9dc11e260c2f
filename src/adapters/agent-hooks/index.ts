/**
 * An interceptor of AGENT-HOOKS-0.1: whatever framework hosts the agent, its model calls and tools come past the gate and the
 * policies of a prompt, and a stopped agent is denied at each of the eight points but its end.
 *
 * The host is trusted to ask and to obey; that is the contract's own limit. What goes wrong here is a denial.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import { errorWords } from '../../base/error-words.ts';
import { fieldsOf } from '../../base/json-values.ts';
import { refusalForModel } from '../../core/holds/remedy.ts';
import type { GateRefusal } from '../../core/index.ts';
import { forgetStopBlocks, Session, shownText, type Prompt } from '../../guardrails/index.ts';
import { declareCapabilities } from '../capabilities.ts';
import { GuardedSession, modelText, withFeedback, type GuardOptions } from '../guarded-session.ts';
import { ReportedCalls, type ToolNames } from '../reported-calls.ts';
import { allow, deny, isKnownSpec, withText, type AgentContext, type Verdict } from './contract.ts';

export type { AgentContext, InterceptionPoint, JsonValue, Verdict } from './contract.ts';
export type { GuardOptions } from '../guarded-session.ts';

/** What this adapter can do. */
export const capabilities = declareCapabilities({
  adapter: 'agent-hooks',
  sdk: 'AGENT-HOOKS-0.1 (draft of 2026-07-09)',
  cannot: {
    taskCompletion:
      'A host can only withhold an output; nothing sends the agent back to its task. Incomplete work is reported.',
  },
  notes: [
    'Tested with a host written from the document, not with a framework that hosts it.',
    'The host must run in the mode `enforce`: in `evaluate_only` it asks but ignores the answer. It also has a timeout of its own for interceptors (5 s in the document) and denies after it; set a longer one if a policy asks a person.',
    'Feedback is added to results that are text; for others it becomes a warning in the host’s record.',
    'It doesn’t see tools that the provider runs on its own side.',
  ],
});

/** What a user hands over. */
export interface AgentHooksOptions {
  readonly prompt: Prompt;
  /** More for a session, by its id, asked once for each: its gate, its budget. */
  readonly guard?: (sessionId: string) => Omit<GuardOptions, 'prompt'>;
  readonly toolNames?: ToolNames;
  /** Hears once of each session that something ended. */
  readonly stopped?: (sessionId: string, refusal: GateRefusal) => void;
}

/** What a host registers. */
export interface AgentHooksInterceptor {
  intercept(context: AgentContext): Promise<Verdict>;
}

interface HostedSession {
  readonly guarded: GuardedSession;
  readonly calls: ReportedCalls;
  isTold: boolean;
}

/** A host that never says that a session is over must not fill the memory. */
const SESSIONS_MAX = 1_000;

/** Makes the interceptor. */
export function guardAgentHooks(options: AgentHooksOptions): AgentHooksInterceptor {
  const sessions = new Sessions(options);
  return {
    intercept: async (context) => {
      try {
        return await sessions.answer(context);
      } catch (error) {
        const words = errorWords(error);
        return deny('failed', `Tripwire could not judge this, so it is refused: ${words}`);
      }
    },
  };
}

class Sessions {
  readonly #options: AgentHooksOptions;
  readonly #known = new BoundedMap<string, HostedSession>(SESSIONS_MAX);

  constructor(options: AgentHooksOptions) {
    this.#options = options;
  }

  async answer(context: AgentContext): Promise<Verdict> {
    if (!isKnownSpec(context)) {
      return deny('spec_unknown', `Tripwire knows agent-hooks/0.1, not ${context.spec}.`);
    }
    const { id } = context.session;
    const hosted = this.#session(id);
    const verdict = await this.#judged(context, hosted);
    const { stop } = hosted.guarded;
    if (stop !== null && !hosted.isTold) {
      hosted.isTold = true;
      this.#options.stopped?.(id, stop);
    }
    return verdict;
  }

  async #judged(context: AgentContext, { guarded, calls }: HostedSession): Promise<Verdict> {
    switch (context.interception_point) {
      case 'agent_startup':
      case 'pre_model_call':
        return standing(guarded);
      case 'input':
        forgetStopBlocks(guarded.session, guarded.prompt.name);
        return standing(guarded);
      case 'post_model_call':
        guarded.spend(usageIn(context['usage']));
        return standing(guarded);
      case 'pre_tool_call':
        return beforeTool(context, guarded, calls);
      case 'post_tool_call':
        return afterTool(context, guarded, calls);
      case 'output':
        return output(context, guarded, calls);
      case 'agent_shutdown':
        await calls.close();
        return allow();
      default:
        return deny('point_unknown', 'Tripwire does not know this interception point.');
    }
  }

  #session(id: string): HostedSession {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const { prompt, guard = () => ({}), toolNames } = this.#options;
    const session = new Session({ id });
    const guarded = new GuardedSession(capabilities.adapter, { session, ...guard(id), prompt });
    const made = { guarded, calls: new ReportedCalls(guarded, toolNames), isTold: false };
    this.#known.set(id, made);
    return made;
  }
}

/** What stands against the agent; a stop that leaves time for saving denies nothing but what does not save. */
async function standing(guarded: GuardedSession): Promise<Verdict> {
  const refusal = await guarded.standing();
  return refusal === null || guarded.stop === null ? allow() : stopped(refusal);
}

async function beforeTool(
  context: AgentContext,
  guarded: GuardedSession,
  calls: ReportedCalls,
): Promise<Verdict> {
  const { id, name, args } = fieldsOf(context['tool_call']);
  if (typeof id !== 'string' || typeof name !== 'string') {
    return deny('context_invalid', 'The tool call has no id or no name.');
  }
  const denied = await calls.before(name, args, id);
  if (guarded.stop !== null) return stopped(guarded.stop);
  return denied === null ? allow() : deny('tool_denied', modelText(denied));
}

async function afterTool(
  context: AgentContext,
  guarded: GuardedSession,
  calls: ReportedCalls,
): Promise<Verdict> {
  const { id } = fieldsOf(context['tool_call']);
  const { value, is_error: isError } = fieldsOf(context['tool_result']);
  const end = isError === true ? { failed: shownText(value) } : { value };
  const feedback = (await calls.after(String(id), end))?.feedback ?? null;
  if (guarded.stop !== null) return stopped(guarded.stop);
  return feedback === null ? allow() : withText(value, (text) => withFeedback(text, feedback));
}

async function output(
  context: AgentContext,
  guarded: GuardedSession,
  calls: ReportedCalls,
): Promise<Verdict> {
  await calls.close();
  const verdict = await standing(guarded);
  if (verdict.decision === 'allow') await guarded.finish(fieldsOf(context['output'])['content']);
  return verdict;
}

/** A model may read it, so no command is in it. */
function stopped(refusal: GateRefusal): Verdict {
  return deny('stopped', `Stopped by Tripwire: ${refusalForModel(refusal)}`);
}

function usageIn(usage: unknown): {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
} {
  const { prompt_tokens: input, completion_tokens: made } = fieldsOf(usage);
  return {
    ...(typeof input === 'number' ? { inputTokens: input } : {}),
    ...(typeof made === 'number' ? { outputTokens: made } : {}),
  };
}
