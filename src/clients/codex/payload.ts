/**
 * What Codex's hooks report (0.166.0): Claude Code's names and fields, the model in each, and a tool's result as the
 * text the model read, without saying whether it was an error.
 *
 * What is typed into a running shell (`write_stdin`) is not reported at all; only the proxy sees it.
 */
import {
  afterCompaction,
  beforeCompaction,
  prompt,
  sessionEnd,
  sessionStart,
  stop,
  subagentStop,
  toolAfter,
  toolBefore,
  unreported,
} from '../claude-code/payload.ts';
import type { EventReaders } from '../client-hooks.ts';

/** Reads every event of Codex that was seen. */
export const CODEX_READERS: EventReaders = {
  SessionStart: sessionStart,
  UserPromptSubmit: prompt,
  PreToolUse: toolBefore,
  PostToolUse: toolAfter,
  Stop: stop,
  SubagentStop: subagentStop,
  PreCompact: beforeCompaction,
  PostCompact: afterCompaction,
  SessionEnd: sessionEnd,
  PermissionRequest: unreported,
  SubagentStart: unreported,
  StopFailure: unreported,
};
