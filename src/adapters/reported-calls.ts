/**
 * Tool calls that a client runs by itself, and reports before and after: the two halves of each, joined by its id.
 *
 * A client may lose the second half, of a tool that runs on in the background for example. What is still open when the
 * run is over did not succeed as far as anybody knows.
 */
import type { OpenToolCall, ToolDenied, ToolOutcome } from '../guardrails/index.ts';
import type { GuardedSession, ToolEnd } from './guarded-session.ts';

/** The prompt's names of a client's tools: `{ Bash: 'shell' }`. What is not named keeps the client's name. */
export type ToolNames = Readonly<Record<string, string>>;

const NOT_TOLD = 'The client did not tell how the tool ended.';

/** The calls of one run. */
export class ReportedCalls {
  readonly #guarded: GuardedSession;
  readonly #names: ToolNames;
  readonly #open = new Map<string, OpenToolCall>();

  constructor(guarded: GuardedSession, names: ToolNames = {}) {
    this.#guarded = guarded;
    this.#names = names;
  }

  /** Before a tool runs: why it may not; null when it may. */
  async before(tool: string, params: unknown, callId: string): Promise<ToolDenied | null> {
    const name = Object.hasOwn(this.#names, tool) ? (this.#names[tool] ?? tool) : tool;
    const begun = await this.#guarded.beginTool({ name }, params, callId);
    if (begun.status === 'denied') return begun;
    await this.after(callId, { failed: NOT_TOLD });
    this.#open.set(callId, begun);
    return null;
  }

  /** After it ran; null for a call that is not open: it was denied, or nobody asked before it. */
  async after(callId: string, end: ToolEnd): Promise<ToolOutcome | null> {
    const open = this.#open.get(callId);
    if (open === undefined) return null;
    this.#open.delete(callId);
    return this.#guarded.endTool(open, end);
  }

  /** The run is over. */
  async close(): Promise<void> {
    const failed = NOT_TOLD;
    for (const callId of this.#open.keys()) await this.after(callId, { failed });
  }
}
