/**
 * One session of OpenCode under guardrails, with the subagents below it: they are sessions of their own to OpenCode, and
 * the same run to a policy.
 */
import { forgetStopBlocks, type Prompt } from '../../guardrails/index.ts';
import { AgentStopped } from '../agent-stopped.ts';
import { GuardedSession, modelText, withFeedback, type GuardOptions } from '../guarded-session.ts';
import { ReportedCalls, type ToolNames } from '../reported-calls.ts';

/** What OpenCode lets a plugin do to a session. */
export interface OpenCodeClient {
  readonly session: {
    // Methods: the client's own types are narrower.
    abort(options: { path: { id: string } }): Promise<unknown>;
    promptAsync(options: {
      path: { id: string };
      body: { parts: { type: 'text'; text: string }[] };
    }): Promise<unknown>;
  };
}

/** What a tool put out; OpenCode hands the text that is in it afterwards to the model. */
export interface OpenCodeOutput {
  output: string;
  readonly metadata?: unknown;
}

/** A session. */
export class OpenCodeSession {
  readonly guarded: GuardedSession;
  /** What the agent said last. */
  said = '';
  readonly #client: OpenCodeClient;
  readonly #id: string;
  readonly #calls: ReportedCalls;
  /** Tokens of each answer that were counted. */
  readonly #counted = new Set<string>();
  /** Feedback whose tool had no result to put it beside. */
  #unsaid: string[] = [];
  /** Whether the next prompt is ours, and no new wish of a person. */
  #isOurs = false;

  constructor(
    client: OpenCodeClient,
    id: string,
    prompt: Prompt,
    guard: Omit<GuardOptions, 'prompt'>,
    names: ToolNames | undefined,
  ) {
    this.#client = client;
    this.#id = id;
    this.guarded = new GuardedSession('opencode', { ...guard, prompt });
    this.#calls = new ReportedCalls(this.guarded, names);
  }

  /** Something is to be done. */
  async prompted(): Promise<void> {
    if (!this.#isOurs) forgetStopBlocks(this.guarded.session, this.guarded.prompt.name);
    this.#isOurs = false;
    await this.guarded.requireGoingOn();
  }

  /** Runs a tool of the prompt; throws what the model is to read as an error. */
  async runOwn(tool: string, args: unknown, callId: string | undefined): Promise<string> {
    const outcome = await this.guarded.runTool(tool, args, callId);
    this.#endIfStopped();
    const text = modelText(outcome);
    if (outcome.status === 'success') return text;
    throw new Error(text);
  }

  /** Before a tool of OpenCode: throws why it may not run. */
  async before(tool: string, args: unknown, callId: string): Promise<void> {
    const denied = await this.#calls.before(tool, args, callId);
    this.#endIfStopped();
    if (denied !== null) throw new Error(modelText(denied));
  }

  /** After it: puts feedback behind what it put out. */
  async after(callId: string, output: OpenCodeOutput): Promise<void> {
    const code = exitCode(output.metadata);
    const text = output.output;
    const end = code === null || code === 0 ? { value: text } : { failed: text };
    const feedback = (await this.#calls.after(callId, end))?.feedback ?? null;
    const said = [...this.#unsaid.splice(0), ...(feedback === null ? [] : [feedback])];
    output.output = withFeedback(text, said.length === 0 ? null : said.join('\n\n'));
    this.#endIfStopped();
  }

  /** A tool that threw has no result that a plugin could add to. */
  async failed(callId: string, why: string): Promise<void> {
    const outcome = await this.#calls.after(callId, { failed: why });
    if (outcome !== null && outcome.feedback !== null) this.#unsaid.push(outcome.feedback);
  }

  /** Counts an answer of the model, which is told several times, once. */
  count(id: string, used: { readonly inputTokens: number; readonly outputTokens: number }): void {
    if (this.#counted.has(id)) return;
    this.#counted.add(id);
    this.guarded.spend(used);
  }

  /** The agent has come to its end: it goes on with feedback, or may stop. */
  async idle(): Promise<void> {
    await this.#calls.close();
    const decision = await this.guarded.mayStop(this.said, 'end_turn');
    // A run that was stopped is incomplete, and everybody knows.
    if (this.guarded.stop !== null) return;
    if (decision.stop === 'blocked' && (await this.#sentBack(decision.feedback))) return;
    await this.guarded.finish(this.said);
  }

  /** Whether OpenCode took the prompt; one that is ending does not. */
  async #sentBack(text: string): Promise<boolean> {
    this.#isOurs = true;
    const parts = [{ type: 'text' as const, text }];
    try {
      await this.#client.session.promptAsync({ path: { id: this.#id }, body: { parts } });
      return true;
    } catch {
      this.#isOurs = false;
      return false;
    }
  }

  #endIfStopped(): void {
    const { stop } = this.guarded;
    if (stop === null) return;
    // Not waited for: it ends only when the tool that is being asked about has been answered.
    this.#client.session.abort({ path: { id: this.#id } }).catch((error: unknown) => {
      this.guarded.reportConnection(`OpenCode did not end the session ${this.#id}`, error);
    });
    throw new AgentStopped(stop);
  }
}

/** Only commands have one. */
function exitCode(metadata: unknown): number | null {
  const exit =
    typeof metadata === 'object' && metadata !== null && 'exit' in metadata ? metadata.exit : null;
  return typeof exit === 'number' ? exit : null;
}
