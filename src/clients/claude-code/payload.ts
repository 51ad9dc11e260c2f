/**
 * What Claude Code's hooks report (2.1.325). Codex sends the same names and fields, and reads with these too.
 *
 * Its payloads carry no token counts; the transcript they name does.
 */
import type { EventReaders } from '../client-hooks.ts';
import type { LoopEvent } from '../hook-event.ts';
import {
  flagField,
  nameField,
  optionalText,
  pathField,
  presentField,
  textField,
  type Payload,
} from '../payload-fields.ts';
import { resultText } from '../result-text.ts';

/** Reads every event of Claude Code that was seen. */
export const CLAUDE_CODE_READERS: EventReaders = {
  SessionStart: sessionStart,
  UserPromptSubmit: prompt,
  PreToolUse: toolBefore,
  PostToolUse: toolAfter,
  PostToolUseFailure: (payload, nowMs) => ({
    ...tool(payload, nowMs),
    kind: 'tool-after',
    result: textField(payload, 'error'),
    isError: true,
  }),
  Stop: stop,
  SubagentStop: subagentStop,
  PreCompact: beforeCompaction,
  PostCompact: afterCompaction,
  SessionEnd: sessionEnd,
  // The calls of a batch were each reported by themselves.
  PostToolBatch: unreported,
  // The call was reported before the client asks for permission; no answer leaves the question to the person.
  PermissionRequest: unreported,
  SubagentStart: unreported,
  StopFailure: unreported,
};

/** Reads the start of a session. */
export function sessionStart(payload: Payload, nowMs: number): LoopEvent {
  return {
    ...happened(payload, nowMs),
    kind: 'session-start',
    source: optionalText(payload, 'source'),
    model: optionalText(payload, 'model'),
  };
}

/** Reads what a person asked for. */
export function prompt(payload: Payload, nowMs: number): LoopEvent {
  return { ...happened(payload, nowMs), kind: 'prompt', text: textField(payload, 'prompt') };
}

/** Reads a tool call that has not run yet. */
export function toolBefore(payload: Payload, nowMs: number): LoopEvent {
  return { ...tool(payload, nowMs), kind: 'tool-before' };
}

/** Reads a tool call that has run. */
export function toolAfter(payload: Payload, nowMs: number): LoopEvent {
  return {
    ...tool(payload, nowMs),
    kind: 'tool-after',
    result: resultText(presentField(payload, 'tool_response')),
    // A tool that failed is reported under another name, if at all; one that ran may have answered with an error.
    isError: null,
  };
}

/** Reads the wish to end the turn. */
export function stop(payload: Payload, nowMs: number): LoopEvent {
  return {
    ...happened(payload, nowMs),
    kind: 'stop',
    isStopHookActive: flagField(payload, 'stop_hook_active'),
    lastMessage: lastMessage(payload),
  };
}

/** Reads a subagent's wish to end. */
export function subagentStop(payload: Payload, nowMs: number): LoopEvent {
  return {
    ...happened(payload, nowMs),
    kind: 'subagent-stop',
    isStopHookActive: flagField(payload, 'stop_hook_active'),
  };
}

/** Reads that the context is about to be summarised. */
export function beforeCompaction(payload: Payload, nowMs: number): LoopEvent {
  const trigger = optionalText(payload, 'trigger');
  return { ...happened(payload, nowMs), kind: 'before-compaction', trigger };
}

/** Reads that the context was summarised. */
export function afterCompaction(payload: Payload, nowMs: number): LoopEvent {
  return { ...happened(payload, nowMs), kind: 'after-compaction' };
}

/** Reads the end of a session. */
export function sessionEnd(payload: Payload, nowMs: number): LoopEvent {
  return { ...happened(payload, nowMs), kind: 'session-end' };
}

/** An event the loop has no use for. */
export function unreported(): null {
  return null;
}

/** A tool call with its place. */
function tool(payload: Payload, nowMs: number) {
  return {
    ...happened(payload, nowMs),
    callId: optionalText(payload, 'tool_use_id'),
    tool: nameField(payload, 'tool_name'),
    args: presentField(payload, 'tool_input'),
  };
}

function happened(payload: Payload, nowMs: number) {
  return {
    session: nameField(payload, 'session_id'),
    agent: optionalText(payload, 'agent_id'),
    atMs: nowMs,
    cwd: pathField(payload, 'cwd'),
    transcript: optionalText(payload, 'transcript_path'),
  };
}

/** Messages have no limit of their own, so this is no id. */
function lastMessage(payload: Payload): string | null {
  const value = payload['last_assistant_message'] ?? null;
  return value === null ? null : textField(payload, 'last_assistant_message');
}
