/**
 * What our plugin in OpenCode reports (1.18.33). OpenCode has no command hooks; the plugin's payloads are our own, in
 * OpenCode's words, so that the plugin stays small and everything is checked here.
 */
import { countOrZero, objectOrNull } from '../../base/json-values.ts';
import type { EventReaders } from '../client-hooks.ts';
import type { LoopEvent } from '../hook-event.ts';
import {
  described,
  flagField,
  nameField,
  optionalText,
  pathField,
  PayloadError,
  presentField,
  textField,
  type Payload,
} from '../payload-fields.ts';

/** Reads every event that the plugin sends. */
export const OPENCODE_READERS: EventReaders = {
  'session.created': (payload, nowMs) => ({
    ...happened(payload, nowMs),
    kind: 'session-start',
    source: null,
    model: null,
  }),
  'chat.message': (payload, nowMs) => ({
    ...happened(payload, nowMs),
    kind: 'prompt',
    text: textField(payload, 'text'),
  }),
  'tool.execute.before': (payload, nowMs) => ({ ...tool(payload, nowMs), kind: 'tool-before' }),
  'tool.execute.after': (payload, nowMs) => ({
    ...tool(payload, nowMs),
    kind: 'tool-after',
    result: textField(payload, 'output'),
    // Only commands have an exit code.
    // An exit code of zero says that the command ended, not that its answer is none of an error.
    isError: typeof payload['exitCode'] === 'number' && payload['exitCode'] !== 0 ? true : null,
  }),
  'session.idle': idle,
  'experimental.session.compacting': (payload, nowMs) => ({
    ...happened(payload, nowMs),
    kind: 'before-compaction',
    trigger: null,
  }),
  'session.compacted': (payload, nowMs) => ({
    ...happened(payload, nowMs),
    kind: 'after-compaction',
  }),
  'message.updated': usage,
  'session.deleted': (payload, nowMs) => ({ ...happened(payload, nowMs), kind: 'session-end' }),
};

function idle(payload: Payload, nowMs: number): LoopEvent {
  const place = happened(payload, nowMs);
  const isStopHookActive = flagField(payload, 'isStopHookActive');
  if (place.agent !== null) return { ...place, kind: 'subagent-stop', isStopHookActive };
  return { ...place, kind: 'stop', isStopHookActive, lastMessage: null };
}

function usage(payload: Payload, nowMs: number): LoopEvent {
  const contextTokens = payload['contextTokens'];
  if (typeof contextTokens !== 'number' || !Number.isSafeInteger(contextTokens)) {
    throw new PayloadError(`field contextTokens must be a count, not ${described(contextTokens)}`);
  }
  const model = optionalText(payload, 'model');
  const id = optionalText(payload, 'messageID');
  const tokens = objectOrNull(payload['tokens']);
  const place = { ...happened(payload, nowMs), kind: 'usage', contextTokens, model } as const;
  // A plugin of an older version tells no more.
  if (id === null || tokens === null) return place;
  const used = {
    inputTokens: countOrZero(tokens['input']),
    outputTokens: countOrZero(tokens['output']),
    cacheReadTokens: countOrZero(tokens['cacheRead']),
    cacheWriteTokens: countOrZero(tokens['cacheWrite']),
  };
  return { ...place, answer: { id, model, usage: used } };
}

function tool(payload: Payload, nowMs: number) {
  return {
    ...happened(payload, nowMs),
    callId: optionalText(payload, 'callID'),
    tool: nameField(payload, 'tool'),
    args: presentField(payload, 'args'),
  };
}

/** A subagent is a session of its own below the one a person started. */
function happened(payload: Payload, nowMs: number) {
  const own = nameField(payload, 'sessionID');
  const root = optionalText(payload, 'rootID') ?? own;
  return {
    session: root,
    agent: root === own ? null : own,
    atMs: nowMs,
    cwd: pathField(payload, 'directory'),
    transcript: null,
  };
}
