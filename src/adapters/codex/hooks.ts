/**
 * What Codex's hooks report and must be answered (0.163), and how they are put into its settings.
 *
 * No answer carries `continue`: before a tool, Codex drops an answer that has it, the denial included, and runs the
 * tool. It passes over hooks without a word that nobody has trusted, so whoever guards a run says that they trust these:
 * the settings of that run then name the fingerprint of each, and of no other.
 */
import { createHash } from 'node:crypto';

/** What a hook is given. */
export interface CodexHookInput {
  readonly hook_event_name?: unknown;
  readonly tool_name?: unknown;
  readonly tool_input?: unknown;
  readonly tool_use_id?: unknown;
  readonly tool_response?: unknown;
  readonly last_assistant_message?: unknown;
}

/** What a hook answers. */
export type CodexHookOutput =
  | { readonly decision: 'block'; readonly reason: string }
  | { readonly hookSpecificOutput: CodexSpecificOutput }
  | Readonly<Record<string, never>>;

type CodexSpecificOutput =
  | {
      readonly hookEventName: 'PreToolUse';
      readonly permissionDecision: 'deny';
      readonly permissionDecisionReason: string;
    }
  | { readonly hookEventName: 'PreToolUse' | 'PostToolUse'; readonly additionalContext: string };

/** The events that are answered, with the name that Codex gives them in fingerprints. */
const EVENTS = {
  UserPromptSubmit: 'user_prompt_submit',
  PreToolUse: 'pre_tool_use',
  PostToolUse: 'post_tool_use',
  Stop: 'stop',
};

/** A policy may ask a person. */
const TIMEOUT_S = 24 * 60 * 60;
/** Where Codex says that settings of its command line are from. */
const SETTINGS_PLACE =
  process.platform === 'win32'
    ? String.raw`C:\<session-flags>\config.toml`
    : '/<session-flags>/config.toml';

/** Nothing to say. */
export const SILENT: CodexHookOutput = {};

/** The tool does not run. */
export function denyTool(reason: string): CodexHookOutput {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  };
}

/** The prompt is not taken; a stop is not made, and this is the agent's next input. */
export function block(reason: string): CodexHookOutput {
  return { decision: 'block', reason };
}

/** A text for the model beside a call. */
export function beside(
  hookEventName: 'PreToolUse' | 'PostToolUse',
  texts: readonly string[],
): CodexHookOutput {
  const additionalContext = texts.join('\n\n');
  return texts.length === 0 ? SILENT : { hookSpecificOutput: { hookEventName, additionalContext } };
}

/** What a tool put out, as text, and whether Codex calls it an error. */
export function codexResult(response: unknown): {
  readonly text: string;
  readonly isError: boolean;
} {
  if (typeof response !== 'object' || response === null || !('content' in response)) {
    const text = typeof response === 'string' ? response : (JSON.stringify(response) ?? '');
    return { text, isError: false };
  }
  const parts: readonly unknown[] = Array.isArray(response.content) ? response.content : [];
  const text = parts
    .map((part) =>
      typeof part === 'object' && part !== null && 'text' in part
        ? String(part.text)
        : JSON.stringify(part),
    )
    .join('\n');
  return { text, isError: 'isError' in response && response.isError === true };
}

/** The settings with which Codex runs this command at every event, as words for its `--config`. */
export function hookSettings(command: string): readonly string[] {
  const handler = `{type="command",command=${toml(command)},timeout=${TIMEOUT_S}}`;
  const trusted = Object.values(EVENTS).map((event) => {
    const place = toml(`${SETTINGS_PLACE}:${event}:0:0`);
    return `${place}={trusted_hash=${toml(fingerprint(event, command))}}`;
  });
  return [
    'features.hooks=true',
    ...Object.keys(EVENTS).map((event) => `hooks.${event}=[{hooks=[${handler}]}]`),
    `hooks.state={${trusted.join(',')}}`,
  ];
}

/** As Codex computes it: over the parts of a hook, with their names in alphabetical order. */
function fingerprint(event: string, command: string): string {
  const hook = { async: false, command, timeout: TIMEOUT_S, type: 'command' };
  const identity = JSON.stringify({ event_name: event, hooks: [hook] });
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`;
}

/** A text as TOML writes it; strings of JSON are strings of TOML. */
export function toml(text: string): string {
  return JSON.stringify(text);
}
