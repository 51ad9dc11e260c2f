/**
 * A tool call in two halves, for clients that run the tool themselves: one before the tool, one after it.
 */
import { randomUUID } from 'node:crypto';
import { concludeDenied } from './conclude-tool-call.ts';
import { judgeRun, startIfAllowed } from './judge-tool-call.ts';
import { OpenToolCall } from './open-tool-call.ts';
import type { ToolDenied } from './tool-outcome.ts';
import type { ToolRun } from './tool-run.ts';
import type { DeclaredTool } from './tool.ts';

/** Which call. */
export interface BeginToolCallOptions extends ToolRun {
  readonly tool: DeclaredTool;
  readonly params: unknown;
  readonly callId?: string;
}

/** Asks whether a call may run. What it answers with `open` must be ended, whatever becomes of the tool. */
export async function beginToolCall(
  options: BeginToolCallOptions,
): Promise<ToolDenied | OpenToolCall> {
  const { tool, params, callId = randomUUID(), ...run } = options;
  const call = { tool, params, callId };
  const standing = await judgeRun(run);
  if (standing !== null) return concludeDenied(run, call, standing);
  const judged = await startIfAllowed(run, call, () => new OpenToolCall(run, call));
  return 'started' in judged ? judged.started : concludeDenied(run, call, judged);
}
