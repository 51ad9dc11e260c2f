/**
 * A tool call that may run, until it is ended.
 *
 * It holds what the call changed, apart from everybody else's changes. A success hands them over, together with what
 * the policies remember of it; a failure takes them back, and only them.
 */
import type { GateRefusal } from '../../core/index.ts';
import { collectFeedback } from '../feedback/collect-feedback.ts';
import { CallFilesystem } from '../files/call-filesystem.ts';
import { refuseGuardrail } from '../guardrail-error.ts';
import { thrownWords } from '../session/report.ts';
import type { SessionChanges } from '../session/session-changes.ts';
import type {
  Denial,
  ToolCall,
  ToolCallEnd,
  ToolDenied,
  ToolFailed,
  ToolRun,
  ToolSucceeded,
} from './tool-call.ts';
import { askSteer, shownText, tellGate } from './tool-gate.ts';
import { recordToolCall, type ToolCallStatus } from './tool-invoked.ts';
import type { ToolContext } from './tool.ts';

/** A call that may run. */
export class OpenToolCall {
  readonly status = 'open';
  readonly callId: string;
  /** What the tool works with; of no effect once the call has ended. */
  readonly context: ToolContext;
  readonly #run: ToolRun;
  readonly #call: ToolCall;
  readonly #changes: SessionChanges;
  readonly #files: CallFilesystem | null;
  #isEnded = false;

  constructor(run: ToolRun, call: ToolCall) {
    const { filesystem } = run.prompt;
    this.callId = call.callId;
    this.#run = run;
    this.#call = call;
    this.#changes = run.session.begin();
    this.#files = filesystem === null ? null : new CallFilesystem(filesystem);
    this.context = { session: this.#changes, filesystem: this.#files, callId: call.callId };
  }

  /** The tool succeeded. A policy that cannot take note of it makes it a failure. */
  async succeed<Result>(value: Result): Promise<ToolSucceeded<Result> | ToolFailed> {
    this.#end();
    const problem = (await this.#tellPolicies(value)) ?? this.#handOver();
    if (problem !== null) return this.#takeBack(problem);
    await this.#files?.keep();
    const became = { status: 'success', reason: null, result: value } as const;
    const end = await concludeToolCall(this.#run, this.#call, became);
    return { status: 'success', value, ...end };
  }

  /** The tool failed. */
  async fail(reason: string): Promise<ToolFailed> {
    this.#end();
    return this.#takeBack(reason);
  }

  /** Puts the changes into the session; what stands in the way, in words, or null. */
  #handOver(): string | null {
    try {
      this.#changes.commit();
      return null;
    } catch (error) {
      const { name } = this.#call.tool;
      return `Tool '${name}' ran, but what it changed in the session does not fit any more: ${thrownWords(error)}`;
    }
  }

  #end(): void {
    if (this.#isEnded) refuseGuardrail('call', `${this.callId} has ended already`);
    this.#isEnded = true;
  }

  async #takeBack(why: string): Promise<ToolFailed> {
    this.#changes.drop();
    const left = (await this.#files?.undo()) ?? [];
    const reason = left.length === 0 ? why : `${why} (could not be taken back: ${left.join(', ')})`;
    const became = { status: 'error', reason, result: reason } as const;
    const end = await concludeToolCall(this.#run, this.#call, became);
    return { status: 'error', reason, ...end };
  }

  /** Every policy of the prompt hears of every success; what is wrong with one, in words, or null. */
  async #tellPolicies(value: unknown): Promise<string | null> {
    const { prompt } = this.#run;
    const { tool, params, callId } = this.#call;
    const { filesystem, name: promptName } = prompt;
    const context = { session: this.#changes, filesystem, promptName, callId };
    for (const policy of prompt.policies) {
      try {
        await policy.onResult?.(tool, params, value, context);
      } catch (error) {
        return `Tool '${tool.name}' ran, but policy '${policy.name}' could not take note of it: ${thrownWords(error)}`;
      }
    }
    return null;
  }
}

/** What became of a call. */
interface Became {
  readonly status: ToolCallStatus;
  /** Why it did not succeed; null when it did. */
  readonly reason: string | null;
  /** What the model gets to see of it. */
  readonly result: unknown;
}

/** Ends a call that ran, or that something other than the gate denied. */
async function concludeToolCall(
  run: ToolRun,
  call: ToolCall,
  { status, reason, result }: Became,
): Promise<ToolCallEnd> {
  const { session, prompt, gate } = run;
  const { tool, params, callId } = call;
  record(run, call, status, reason);
  const shown = { args: params, result: shownText(result), isError: status !== 'success' };
  const seen = { session: session.id, callId, tool: tool.name, ...shown };
  const stop = gate === undefined || gate === null ? null : await tellGate(gate, seen);
  const feedback = await collectFeedback({
    session,
    prompt,
    deadline: run.deadline ?? null,
    report: run.report,
  });
  const isGated = gate !== undefined && gate !== null && stop === null;
  const steer = isGated ? await askSteer(gate, session.id) : null;
  return { callId, feedback: joined(feedback, steer), stop };
}

function joined(feedback: string | null, steer: string | null): string | null {
  return feedback === null || steer === null ? (feedback ?? steer) : `${feedback}\n\n${steer}`;
}

/** Ends a call that may not run. */
export async function concludeDenied(
  run: ToolRun,
  call: ToolCall,
  denial: Denial,
): Promise<ToolDenied> {
  const { refusal, ...words } = denial;
  if (refusal !== null) return concludeRefused(run, call, words, refusal);
  const became = { status: 'denied', reason: words.reason, result: words.reason } as const;
  return { status: 'denied', ...words, ...(await concludeToolCall(run, call, became)) };
}

/** The gate knows what it refused, and a stopped agent hears of the stop and of nothing else. */
function concludeRefused(
  run: ToolRun,
  call: ToolCall,
  words: Omit<Denial, 'refusal'>,
  refusal: GateRefusal,
): ToolDenied {
  record(run, call, 'denied', words.reason);
  return { status: 'denied', ...words, callId: call.callId, feedback: null, stop: refusal };
}

function record(
  { session, prompt }: ToolRun,
  { tool, params, callId }: ToolCall,
  status: ToolCallStatus,
  reason: string | null,
): void {
  recordToolCall(session, {
    callId,
    promptName: prompt.name,
    tool: tool.name,
    params,
    status,
    reason,
  });
}
