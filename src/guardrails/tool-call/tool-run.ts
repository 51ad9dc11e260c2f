/**
 * What all tool calls of a run have in common, and what one call is.
 */
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
