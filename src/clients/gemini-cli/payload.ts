/**
 * What Gemini CLI's hooks report (0.61.0): names of its own, no ids of calls, no subagents, but the tokens of each
 * model call.
 */
import { prompt, sessionStart, toolBefore, unreported } from '../claude-code/payload.ts';
import type { EventReaders } from '../client-hooks.ts';
import type { LoopEvent } from '../hook-event.ts';
import {
  described,
  flagField,
  nameField,
  requiredObject,
  optionalText,
  pathField,
  PayloadError,
  presentField,
  textField,
  type Payload,
} from '../payload-fields.ts';
import { resultText } from '../result-text.ts';
import { GEMINI_CLI_GO_ON } from './answer.ts';

/** In the lines that the client adds at the end of what a command put out. */
const EXIT_CODE =
  /(?:^|\n)Exit Code: [1-9]\d*(?:\n(?:Signal|Background PIDs|Process Group PGID): .*)*(?:\n<\/untrusted_context>)?\s*$/;

/** Reads every event of Gemini CLI that was seen. */
export const GEMINI_CLI_READERS: EventReaders = {
  SessionStart: sessionStart,
  BeforeAgent: personsPrompt,
  BeforeTool: toolBefore,
  AfterTool: toolAfter,
  AfterModel: usage,
  AfterAgent: (payload, nowMs) => ({
    ...happened(payload, nowMs),
    kind: 'stop',
    isStopHookActive: flagField(payload, 'stop_hook_active'),
    lastMessage: textField(payload, 'prompt_response'),
  }),
  PreCompress: beforeCompaction,
  SessionEnd: (payload, nowMs) => ({
    ...happened(payload, nowMs),
    kind: 'session-end',
    endsLoops: true,
  }),
  BeforeModel: unreported,
  BeforeToolSelection: unreported,
  Notification: unreported,
};

/** After a stop that was blocked, our own reason comes back as a prompt. */
function personsPrompt(payload: Payload, nowMs: number): LoopEvent | null {
  return textField(payload, 'prompt').startsWith(GEMINI_CLI_GO_ON) ? null : prompt(payload, nowMs);
}

function toolAfter(payload: Payload, nowMs: number): LoopEvent {
  const response = requiredObject(presentField(payload, 'tool_response'), 'field tool_response');
  const hasError = response['error'] !== undefined && response['error'] !== null;
  const result = resultText(response['llmContent']);
  return {
    ...happened(payload, nowMs),
    kind: 'tool-after',
    callId: null,
    tool: nameField(payload, 'tool_name'),
    args: presentField(payload, 'tool_input'),
    result,
    // A command that fails is no error of the tool; its exit code stands behind its output, unless it is 0.
    isError: hasError || EXIT_CODE.test(result) ? true : null,
  };
}

/** Fires for every piece of a streamed answer; only some of them carry the count. */
function usage(payload: Payload, nowMs: number): LoopEvent | null {
  const response = requiredObject(presentField(payload, 'llm_response'), 'field llm_response');
  if (response['usageMetadata'] === undefined) return null;
  const counts = requiredObject(response['usageMetadata'], 'field llm_response.usageMetadata');
  const tokens = counts['promptTokenCount'];
  if (tokens === undefined) return null;
  if (typeof tokens !== 'number' || !Number.isSafeInteger(tokens) || tokens < 0) {
    const field = 'llm_response.usageMetadata.promptTokenCount';
    throw new PayloadError(`field ${field} must be a count, not ${described(tokens)}`);
  }
  const request = requiredObject(payload['llm_request'] ?? {}, 'field llm_request');
  return {
    ...happened(payload, nowMs),
    kind: 'usage',
    // It counts what came from the cache too.
    contextTokens: tokens,
    model: optionalText(request, 'model'),
  };
}

/** Before every model call it fires with `auto`, whether anything is compacted or not: that tells nothing. */
function beforeCompaction(payload: Payload, nowMs: number): LoopEvent | null {
  const trigger = optionalText(payload, 'trigger');
  if (trigger === 'auto') return null;
  return { ...happened(payload, nowMs), kind: 'before-compaction', trigger };
}

function happened(payload: Payload, nowMs: number) {
  return {
    session: nameField(payload, 'session_id'),
    agent: null,
    atMs: nowMs,
    cwd: pathField(payload, 'cwd'),
    transcript: optionalText(payload, 'transcript_path'),
  };
}
