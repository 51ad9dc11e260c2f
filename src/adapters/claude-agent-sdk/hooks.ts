/**
 * What the hooks of the Claude Agent SDK are given and what they must answer (0.3.325), as far as guardrails use them.
 *
 * Three traps, all measured: `continue: false` alone before a tool lets the tool run, so it never stands without the
 * denial; after a failed tool it is ignored, so the end comes after the batch; and a hook that throws lets the tool run,
 * so none does. The types name only what is used, and fit those of the SDK.
 */
import { errorWords } from '../../base/error-words.ts';

/** What a hook is given. */
export interface ClaudeHookInput {
  readonly hook_event_name: string;
  /** Of a subagent. */
  readonly agent_id?: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
  readonly tool_use_id?: string;
  readonly tool_response?: unknown;
  /** Of a tool of an MCP server. */
  readonly mcp_server?: { readonly source?: string };
  readonly error?: unknown;
  readonly last_assistant_message?: string;
}

/** What a hook answers. */
export interface ClaudeHookOutput {
  continue?: boolean;
  stopReason?: string;
  decision?: 'block';
  reason?: string;
  hookSpecificOutput?:
    | {
        hookEventName: 'PreToolUse';
        permissionDecision: 'deny';
        permissionDecisionReason: string;
      }
    | { hookEventName: 'PostToolUse' | 'PostToolUseFailure' | 'Stop'; additionalContext: string };
}

/** A hook. */
export type ClaudeHook = (input: ClaudeHookInput) => Promise<ClaudeHookOutput>;

/** Hooks of one event, as the SDK's options take them. */
export interface ClaudeHookMatcher {
  hooks: ClaudeHook[];
  /** In seconds. */
  timeout: number;
  onFailure: 'block' | 'continue';
}

/** The events that are answered. */
export type ClaudeHookEvent =
  | 'UserPromptSubmit'
  | 'PreToolUse'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'PostToolBatch'
  | 'Stop';

/** A policy may ask a person. The SDK denies what is not answered by then. */
const TIMEOUT_S = 24 * 60 * 60;

/** Nothing to say. */
export const SILENT: ClaudeHookOutput = {};

/** The tool does not run. */
export function denyTool(reason: string): ClaudeHookOutput {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  };
}

/** The session ends; at a tool, together with `denyTool`. */
export function endSession(reason: string): ClaudeHookOutput {
  return { continue: false, stopReason: reason };
}

/** The agent goes on with this. `decision: 'block'` would do the same, but the model would read it twice. */
export function sendBack(feedback: string): ClaudeHookOutput {
  return { hookSpecificOutput: { hookEventName: 'Stop', additionalContext: feedback } };
}

/** The prompt is not taken. */
export function block(reason: string): ClaudeHookOutput {
  return { decision: 'block', reason };
}

/** A text beside a tool's result. */
export function besideResult(
  hookEventName: 'PostToolUse' | 'PostToolUseFailure',
  text: string | null,
): ClaudeHookOutput {
  return text === null
    ? SILENT
    : { hookSpecificOutput: { hookEventName, additionalContext: text } };
}

/** A hook that never throws: what goes wrong is answered by `failed`. */
export function hookOf(
  answer: ClaudeHook,
  failed: (problem: string) => ClaudeHookOutput,
): [ClaudeHookMatcher] {
  const hook: ClaudeHook = async (input) => {
    try {
      return await answer(input);
    } catch (error) {
      const words = errorWords(error);
      return failed(`Tripwire could not judge this, so it is refused: ${words}`);
    }
  };
  return [{ hooks: [hook], timeout: TIMEOUT_S, onFailure: 'block' }];
}
