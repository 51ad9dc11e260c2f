/**
 * A host of AGENT-HOOKS-0.1, written from its document: an agent that asks a scripted model, runs tools, and asks one
 * interceptor at the eight points. What is denied does not happen; a denied model call ends the turn.
 */
import type {
  AgentContext,
  AgentHooksInterceptor,
  InterceptionPoint,
  Verdict,
} from '../../src/adapters/agent-hooks/index.ts';
import type { ModelCall, ScriptedModel } from '../../src/testing/index.ts';

/** A tool: what it returns is the result, what it throws an error. */
export type HostTool = (args: unknown) => unknown;

/** One session of the host. */
export class AgentHooksHost {
  readonly #interceptor: AgentHooksInterceptor;
  readonly #model: ScriptedModel;
  readonly #tools: ReadonlyMap<string, HostTool>;
  readonly #conversation: unknown[] = [];
  readonly verdicts: { readonly point: InterceptionPoint; readonly verdict: Verdict }[] = [];
  #sequence = 0;

  constructor(
    interceptor: AgentHooksInterceptor,
    model: ScriptedModel,
    tools: ReadonlyMap<string, HostTool>,
  ) {
    this.#interceptor = interceptor;
    this.#model = model;
    this.#tools = tools;
  }

  /** One input to its end; what the caller gets, null where it was withheld. */
  async run(input: string): Promise<string | null> {
    const startup = { agent_init: { tools_registered: [...this.#tools.keys()] } };
    const isStarted = permits(await this.#ask('agent_startup', startup));
    const said = isStarted ? await this.#turn(input) : null;
    await this.#ask('agent_shutdown', {
      summary: { reason: said === null ? 'error' : 'completed' },
    });
    return said;
  }

  async #turn(input: string): Promise<string | null> {
    if (!permits(await this.#ask('input', { input: { content: input, role: 'user' } })))
      return null;
    this.#conversation.push({ role: 'user', content: input });
    for (;;) {
      const model = { id: 'm' };
      const messages = this.#conversation;
      if (!permits(await this.#ask('pre_model_call', { model, messages }))) return null;
      const { text, calls, usage } = this.#model.next({
        text: JSON.stringify(messages),
        toolResults: [],
      });
      const response = { content: text ?? null, tool_calls: calls ?? [], finish_reason: 'stop' };
      const used = { prompt_tokens: usage?.input ?? 0, completion_tokens: usage?.output ?? 0 };
      const after = await this.#ask('post_model_call', { model, response, usage: used });
      // A denied answer is discarded as if it had failed.
      if (!permits(after)) return null;
      this.#conversation.push({ role: 'assistant', ...response });
      if (calls === undefined) {
        const output = { content: text ?? '' };
        return permits(await this.#ask('output', { output })) ? output.content : null;
      }
      this.#conversation.push(...(await Promise.all(calls.map((call) => this.#call(call)))));
    }
  }

  /** What the model reads of a call. */
  async #call({ tool, args = {} }: ModelCall): Promise<unknown> {
    const call = { id: `call-${(this.#sequence += 1)}`, name: tool, args };
    const before = await this.#ask('pre_tool_call', { tool_call: call });
    if (!permits(before)) return { error: before.message };
    const result = await this.#ran(tool, args);
    const after = await this.#ask('post_tool_call', { tool_call: call, tool_result: result });
    if (!permits(after)) return { error: after.message };
    return after.transform?.value ?? result.value;
  }

  async #ran(tool: string, args: unknown): Promise<{ value: unknown; is_error: boolean }> {
    try {
      return { value: await this.#tools.get(tool)?.(args), is_error: false };
    } catch (error) {
      return { value: (error as Error).message, is_error: true };
    }
  }

  async #ask(point: InterceptionPoint, more: object): Promise<Verdict> {
    this.#sequence += 1;
    const context: AgentContext = {
      spec: 'agent-hooks/0.1',
      interception_point: point,
      timestamp: '2026-11-19T00:00:00.000Z',
      sequence: this.#sequence,
      agent: { id: 'sam', framework: 'test_host' },
      session: { id: 'session-1' },
      ...more,
    };
    const verdict = await this.#interceptor.intercept(structuredClone(context));
    this.verdicts.push({ point, verdict });
    return verdict;
  }
}

function permits({ decision }: Verdict): boolean {
  return decision !== 'deny';
}
