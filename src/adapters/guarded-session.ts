/**
 * One run of an agent under its guardrails, as adapters need it: ask before a model call, run a tool, ask before
 * stopping.
 *
 * Everything that does not depend on an SDK is here, so that an adapter only translates. Once something stands
 * against the agent the run is over: no answer of a later question lets it go on.
 */
import { errorWords } from '../base/error-words.ts';
import { refusalForModel } from '../core/holds/remedy.ts';
import type { GateRefusal } from '../core/index.ts';
import {
  Session,
  askGate,
  beginToolCall,
  guardStop,
  reportProblem,
  runTool,
  shownText,
  verifyCompletion,
  type Budget,
  type DeclaredTool,
  type OpenToolCall,
  type Prompt,
  type StopDecision,
  type ToolDenied,
  type ToolOutcome,
  type ToolRun,
} from '../guardrails/index.ts';
import { AgentStopped } from './agent-stopped.ts';

/** What a user hands to an adapter. */
export interface GuardOptions extends Omit<ToolRun, 'session'> {
  /** A new one when it is not given. */
  readonly session?: Session;
  /** How often in a row a stop may be blocked; 8 when it is not said. */
  readonly maxBlocks?: number;
}

/** How a tool ended that the SDK ran by itself. */
export type ToolEnd = { readonly value: unknown } | { readonly failed: string };

/** A run of an agent. */
export class GuardedSession {
  readonly prompt: Prompt;
  readonly session: Session;
  readonly #adapter: { readonly name: string };
  readonly #run: ToolRun;
  readonly #maxBlocks: { readonly maxBlocks?: number };
  #stop: GateRefusal | null = null;
  /** How the last stop was answered, until the agent does something else. */
  #lastStop: StopDecision | null = null;

  constructor(adapter: string, { session = new Session(), maxBlocks, ...run }: GuardOptions) {
    this.prompt = run.prompt;
    this.session = session;
    this.#adapter = { name: adapter };
    this.#run = { ...run, session };
    this.#maxBlocks = maxBlocks === undefined ? {} : { maxBlocks };
  }

  /** What ended the run; null while nothing has. */
  get stop(): GateRefusal | null {
    return this.#stop;
  }

  /** What stands against the agent, asked anew; before every model call. A gate that cannot be asked stands. */
  async standing(): Promise<GateRefusal | null> {
    const { gate } = this.#run;
    if (this.#stop !== null || gate === undefined || gate === null) return this.#stop;
    const refusal = await askGate(gate, this.session.id, 'model');
    // What is left of a grace is for saving; the run is over when nothing is.
    this.#stop = refusal?.grace === undefined ? refusal : null;
    return refusal;
  }

  /** What holds the agent right now, without ending the run; null when nothing does, or only for a moment. */
  async heldNow(): Promise<GateRefusal | null> {
    const { gate } = this.#run;
    if (gate === undefined || gate === null) return null;
    const refusal = await askGate(gate, this.session.id);
    const isOver = refusal !== null && !refusal.temporary && refusal.grace === undefined;
    return isOver ? refusal : null;
  }

  /** Throws `AgentStopped` when the agent may not go on. */
  async requireGoingOn(): Promise<void> {
    const refusal = await this.standing();
    if (refusal !== null) throw new AgentStopped(refusal);
  }

  /** Runs a tool of the prompt by its handler. */
  async runTool(tool: string, params: unknown, callId?: string): Promise<ToolOutcome> {
    return this.#took(await runTool({ ...this.#run, tool, params, ...named(callId) }));
  }

  /** Asks whether a tool may run that the SDK runs by itself. `endTool` must follow when it may. */
  async beginTool(
    tool: DeclaredTool,
    params: unknown,
    callId?: string,
  ): Promise<ToolDenied | OpenToolCall> {
    const begun = await beginToolCall({ ...this.#run, tool, params, ...named(callId) });
    return begun.status === 'open' ? begun : this.#took(begun);
  }

  /** Ends what `beginTool` opened. */
  async endTool(open: OpenToolCall, end: ToolEnd): Promise<ToolOutcome> {
    const ended = 'failed' in end ? open.fail(end.failed) : open.succeed(end.value);
    return this.#took(await ended);
  }

  /** Runs a tool of the SDK between the two: `run` is only called when it may, and what it throws is a failure. */
  async aroundTool(
    tool: DeclaredTool,
    params: unknown,
    callId: string | undefined,
    run: () => unknown,
  ): Promise<ToolOutcome> {
    const begun = await this.beginTool(tool, params, callId);
    if (begun.status === 'denied') return begun;
    let end: ToolEnd;
    try {
      end = { value: await run() };
    } catch (thrown) {
      end = { failed: errorWords(thrown) };
    }
    return this.endTool(begun, end);
  }

  /** The agent wants to stop. An agent that was stopped may. */
  async mayStop(tentativeOutput: unknown, stopReason?: string): Promise<StopDecision> {
    const { prompt, session, deadline = null, budget = null } = this.#run;
    const why = stopReason === undefined ? {} : { stopReason };
    const stopped = await this.standing();
    if (stopped !== null) return { stop: 'allowed', incomplete: true, why: stopped.reason };
    this.#lastStop = await guardStop({
      session,
      prompt,
      deadline,
      budget,
      tentativeOutput,
      adapter: this.#adapter,
      ...why,
      ...this.#maxBlocks,
    });
    return this.#lastStop;
  }

  /** The run is over: warns when its task is incomplete. Checks anew only if the agent was not asked at its end. */
  async finish(tentativeOutput: unknown): Promise<void> {
    const { prompt, session, deadline = null, budget = null, report } = this.#run;
    const asked = this.#lastStop;
    if (asked?.stop === 'allowed' && !asked.incomplete) return;
    const ask = { session, prompt, deadline, budget, adapter: this.#adapter, tentativeOutput };
    await verifyCompletion({ ...ask, report });
  }

  /** Counts a model call; what an SDK does not know counts as nothing. */
  spend(used: { readonly inputTokens?: number; readonly outputTokens?: number } | undefined): void {
    const budget: Budget | null = this.#run.budget ?? null;
    budget?.spend({
      inputTokens: wholeTokens(used?.inputTokens),
      outputTokens: wholeTokens(used?.outputTokens),
    });
  }

  /** Tells that a connection of the adapter broke: `what` happened, and why. */
  reportConnection(what: string, cause: unknown): void {
    reportConnection(this.#run.report, this.#adapter.name, what, cause);
  }

  #took<Outcome extends ToolOutcome>(outcome: Outcome): Outcome {
    const { stop } = outcome;
    this.#lastStop = null;
    if (stop?.grace === undefined) {
      this.#stop ??= stop;
      return outcome;
    }
    // It is being stopped and may still save: the model is told, and the run goes on for that long.
    const told = outcome.status === 'denied' ? null : refusalForModel(stop);
    return { ...outcome, stop: null, feedback: withFeedback(outcome.feedback ?? '', told) || null };
  }
}

/** Tells that a connection broke, where there is no session to tell it. */
export function reportConnection(
  report: GuardOptions['report'],
  adapter: string,
  what: string,
  cause: unknown,
): void {
  const message = `${what}: ${errorWords(cause)}`;
  reportProblem(report, { kind: 'connection', name: adapter, message, cause });
}

/** What the model reads of a tool call: its result, or why there is none, and the feedback after it. */
export function modelText(outcome: ToolOutcome): string {
  const said = outcome.status === 'success' ? shownText(outcome.value) : outcome.reason;
  return withFeedback(said, outcome.feedback);
}

/** A text with feedback after it. */
export function withFeedback(text: string, feedback: string | null): string {
  if (feedback === null) return text;
  return text === '' ? feedback : `${text}\n\n${feedback}`;
}

function named(callId: string | undefined): { readonly callId?: string } {
  return callId === undefined ? {} : { callId };
}

function wholeTokens(tokens: number | undefined): number {
  return tokens === undefined || !(tokens > 0) ? 0 : Math.ceil(tokens);
}
