/**
 * A harmless tool call as Claude Code's hooks report it, for the self-test of `tripwire init`. Codex and Gemini CLI
 * report theirs with the same fields.
 */

/** In this folder, by a tool that runs commands. */
export function toolPayload(event: string, tool: string, folder: string): object {
  return {
    session_id: 'tripwire-self-test',
    cwd: folder,
    hook_event_name: event,
    tool_name: tool,
    tool_input: { command: 'true' },
    tool_use_id: 'call-1',
  };
}
