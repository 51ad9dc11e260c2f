/**
 * A tool policy: says of a tool call whether it may run.
 *
 * Several may govern one tool; all must allow. A policy that throws, or gives anything but a decision, denies.
 */
import type { Filesystem } from '../files/filesystem.ts';
import type { SessionView } from '../session/slice.ts';
import type { DeclaredTool } from './tool.ts';

/** The answer of a policy. */
export interface PolicyDecision {
  readonly allowed: boolean;
  /** Why not, in words the agent can act on; null when it is allowed. */
  readonly reason: string | null;
}

/** It may run. */
export const ALLOWED: PolicyDecision = Object.freeze({ allowed: true, reason: null });

/** It may not run, and why. */
export function denied(reason: string): PolicyDecision {
  return { allowed: false, reason };
}

/** What a policy knows about the call besides tool and parameters. */
export interface PolicyContext {
  readonly session: SessionView;
  /** Null when the agent has none: a policy that needs one denies. */
  readonly filesystem: Filesystem | null;
  readonly promptName: string;
  readonly callId: string;
}

/**
 * Gates tool calls. `Named` are the tools it names; a prompt that does not have them does not compile. A policy that
 * names none, or takes its names from outside, leaves it out.
 */
export interface ToolPolicy<Named extends string = never> {
  /** Unique on a prompt; its state is kept under this name. */
  readonly name: string;
  /** The tools it names, so that a prompt can tell when one is misspelt. */
  readonly toolNames?: readonly Named[];
  /** May this call run? What it writes into the session stands at once, also when the call is denied. */
  check(
    tool: DeclaredTool,
    params: unknown,
    context: PolicyContext,
  ): PolicyDecision | Promise<PolicyDecision>;
  /**
   * For policies that count. Asked after every `check` has allowed, of all policies in one go and right before the
   * tool starts, so that no other call comes in between: look and count here, at once and without waiting. What it
   * writes is kept when all allow, whatever becomes of the tool.
   */
  reserve?(tool: DeclaredTool, params: unknown, context: PolicyContext): PolicyDecision;
  /**
   * A call succeeded. Every policy of the prompt hears of every tool, so that a prerequisite may live in another
   * section. What it writes is part of the call: when it throws, the call has failed and nothing of it is kept.
   */
  onResult?(
    tool: DeclaredTool,
    params: unknown,
    result: unknown,
    context: PolicyContext,
  ): void | Promise<void>;
}
