/**
 * What each client's hooks report of a finished tool call, and how it is read.
 *
 * Every client has words of its own for the same thing: one sends failures by another event, one says nothing about
 * errors, one puts the exit code behind the output.
 */
import { CLAUDE_CODE_READERS } from '../../src/clients/claude-code/payload.ts';
import { CODEX_READERS } from '../../src/clients/codex/payload.ts';
import { GEMINI_CLI_READERS } from '../../src/clients/gemini-cli/payload.ts';
import type { LoopEvent } from '../../src/clients/hook-event.ts';
import { OPENCODE_READERS } from '../../src/clients/opencode/payload.ts';
import type { Call } from './scenarios.ts';

type Report = (call: Call, atMs: number) => LoopEvent | null | undefined;

const named = ({ tool, args }: Call) => ({
  session_id: 's',
  cwd: '/w',
  tool_name: tool,
  tool_input: args,
});

/** By client. */
export const HOOK_REPORTS: Readonly<Record<string, Report>> = {
  'Claude Code': (call, atMs) =>
    call.failed
      ? CLAUDE_CODE_READERS['PostToolUseFailure']?.({ ...named(call), error: call.result }, atMs)
      : CLAUDE_CODE_READERS['PostToolUse']?.({ ...named(call), tool_response: call.result }, atMs),
  Codex: (call, atMs) =>
    CODEX_READERS['PostToolUse']?.({ ...named(call), tool_response: call.result }, atMs),
  'Gemini CLI': (call, atMs) => {
    const response = { llmContent: call.result, ...(call.failed ? { error: call.result } : {}) };
    return GEMINI_CLI_READERS['AfterTool']?.({ ...named(call), tool_response: response }, atMs);
  },
  OpenCode: (call, atMs) =>
    OPENCODE_READERS['tool.execute.after']?.(
      {
        sessionID: 's',
        directory: '/w',
        tool: call.tool,
        args: call.args,
        output: call.result,
        ...(call.failed ? { exitCode: 1 } : {}),
      },
      atMs,
    ),
};
