/**
 * One session of the Agent Client Protocol under guardrails: its tool calls, what is still to be said to it, and what
 * it says.
 *
 * A tool call is judged when the agent asks for permission. An agent may run tools without asking; such a call is
 * judged when it is first heard of, and what may not run then ends the turn, because nothing else can.
 */
import type { GateRefusal } from '../../core/index.ts';
import type { OpenToolCall, ToolOutcome } from '../../guardrails/index.ts';
import type { GuardedSession, ToolEnd } from '../guarded-session.ts';
import { outputOf, toolOf, type AcpToolCall } from './messages.ts';

/** A tool call under way. */
interface CallState {
  known: AcpToolCall;
  standing: 'unjudged' | 'allowed' | 'denied' | 'ended';
  open: OpenToolCall | null;
  /** What is done about the call goes one after the other. */
  turn: Promise<void>;
}

/** A session. */
export class AcpSession {
  readonly guarded: GuardedSession;
  /** Everything that the agent said in this turn. */
  said = '';
  readonly #calls = new Map<string, CallState>();
  readonly #mustEnd: () => void;
  #unsaid: string[] = [];

  /** `mustEnd` ends the agent's turn. */
  constructor(guarded: GuardedSession, mustEnd: () => void) {
    this.guarded = guarded;
    this.#mustEnd = mustEnd;
  }

  get stop(): GateRefusal | null {
    return this.guarded.stop;
  }

  /** What the agent is to read with its next prompt. */
  takeUnsaid(): readonly string[] {
    const unsaid = this.#unsaid;
    this.#unsaid = [];
    return unsaid;
  }

  /** The agent asks for permission. Whether the client may be asked. */
  async mayAsk(call: AcpToolCall): Promise<boolean> {
    const state = this.#learn(call);
    await this.#next(state, () => this.#judge(state));
    return state.open !== null;
  }

  /** The client said no. */
  async refused(callId: string): Promise<void> {
    const state = this.#calls.get(callId);
    if (state === undefined) return;
    await this.#next(state, () => this.#end(state, { failed: 'The person did not permit it.' }));
  }

  /** The agent tells how a tool call is getting on. */
  async heard(call: AcpToolCall): Promise<void> {
    const state = this.#learn(call);
    const { status } = state.known;
    if (status === 'pending' || status === undefined) return;
    const output = outputOf(state.known);
    await this.#next(state, async () => {
      if (state.standing === 'unjudged') await this.#judge(state);
      // It runs, or ran, all the same.
      if (state.standing === 'denied' && status !== 'failed') this.#mustEnd();
      if (status === 'completed') await this.#end(state, { value: output });
      if (status === 'failed') await this.#end(state, { failed: String(output) });
    });
  }

  /** A tool that the client runs for the agent: what stands against it, or how to end it. */
  async clientTool(method: string, params: unknown): Promise<string | OpenToolCall> {
    const begun = await this.guarded.beginTool({ name: method }, params);
    if (begun.status === 'open') return begun;
    this.#took(begun);
    return begun.reason;
  }

  /** Ends what `clientTool` opened. */
  async clientToolEnded(open: OpenToolCall, end: ToolEnd): Promise<void> {
    this.#took(await this.guarded.endTool(open, end));
  }

  /** The turn is over: what is still open did not end well. */
  async turnEnded(): Promise<void> {
    const failed = 'The turn ended before the tool told its end.';
    const states = [...this.#calls.values()];
    this.#calls.clear();
    await Promise.all(states.map((one) => this.#next(one, () => this.#end(one, { failed }))));
  }

  #learn(call: AcpToolCall): CallState {
    const state = this.#calls.get(call.toolCallId);
    if (state === undefined) {
      const turn = Promise.resolve();
      const fresh: CallState = { known: call, standing: 'unjudged', open: null, turn };
      this.#calls.set(call.toolCallId, fresh);
      return fresh;
    }
    // Null means "as before", like a field that is not there.
    const told = Object.entries(call).filter(([, value]) => value !== null && value !== undefined);
    state.known = { ...state.known, ...Object.fromEntries(told) };
    return state;
  }

  async #judge(state: CallState): Promise<void> {
    const { name, params } = toolOf(state.known);
    const begun = await this.guarded.beginTool({ name }, params, state.known.toolCallId);
    state.standing = begun.status === 'open' ? 'allowed' : 'denied';
    if (begun.status === 'open') state.open = begun;
    else {
      this.#unsaid.push(`The tool ${name} was not permitted: ${begun.reason}`);
      this.#took(begun);
    }
  }

  async #end(state: CallState, end: ToolEnd): Promise<void> {
    const { open } = state;
    if (open === null) return;
    state.open = null;
    state.standing = 'ended';
    this.#took(await this.guarded.endTool(open, end));
  }

  #next(state: CallState, work: () => Promise<void>): Promise<void> {
    state.turn = state.turn.then(work);
    return state.turn;
  }

  #took({ feedback, stop }: ToolOutcome): void {
    if (feedback !== null) this.#unsaid.push(feedback);
    if (stop !== null) this.#mustEnd();
  }
}
