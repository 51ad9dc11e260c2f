/**
 * A tool call: in which run it is made, and how it ends.
 */
import type { GateRefusal } from '../../core/index.ts';
import type { Budget } from '../session/budget.ts';
import type { Deadline } from '../session/deadline.ts';
import type { Prompt } from '../session/prompt.ts';
import type { Report } from '../session/report.ts';
import type { Session } from '../session/session.ts';
import type { GatedAgent } from './tool-gate.ts';
import type { DeclaredTool } from './tool.ts';

/** A run of an agent: whose calls, under which guardrails. */
export interface ToolRun {
  readonly prompt: Prompt;
  readonly session: Session;
  readonly deadline?: Deadline | null;
  readonly budget?: Budget | null;
  readonly gate?: GatedAgent | null;
  /** Hears of what goes wrong beside the call; a warning of the process when it is not given. */
  readonly report?: Report;
}

/** One call of a run. */
export interface ToolCall {
  readonly tool: DeclaredTool;
  readonly params: unknown;
  /** The provider's id where there is one. */
  readonly callId: string;
}

/** What comes with the end of every call. */
export interface ToolCallEnd {
  readonly callId: string;
  /** What is to be put into the agent's context; null when nothing is. */
  readonly feedback: string | null;
  /** What stands against the agent after the call: it makes no further one. */
  readonly stop: GateRefusal | null;
}

/** Who denied a call. `tool`: there is no such tool. `params`: they do not fit it. */
export type DeniedBy = 'deadline' | 'budget' | 'gate' | 'tool' | 'params' | 'policy';

/** Why a call may not run. */
export interface Denial {
  readonly by: DeniedBy;
  /** The policy that said no, if it was one. */
  readonly policy: string | null;
  /** For the agent, in words it can act on. */
  readonly reason: string;
  /** What the gate said, if it was the gate. */
  readonly refusal: GateRefusal | null;
}

/** The call did not run. */
export interface ToolDenied extends ToolCallEnd, Omit<Denial, 'refusal'> {
  readonly status: 'denied';
}

/** The call ran and failed; what it changed was taken back. */
export interface ToolFailed extends ToolCallEnd {
  readonly status: 'error';
  readonly reason: string;
}

/** The call succeeded. */
export interface ToolSucceeded<Result> extends ToolCallEnd {
  readonly status: 'success';
  readonly value: Result;
}

/** How a call ended. */
export type ToolOutcome<Result = unknown> = ToolDenied | ToolFailed | ToolSucceeded<Result>;
