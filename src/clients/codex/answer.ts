/**
 * What Codex must be answered (0.166.0).
 *
 * No answer carries `continue`: before a tool, Codex drops an answer that has it, the denial included, and runs the
 * tool. It also drops answers with a field that its schema for the event does not name. So no hook ends a session
 * here: to end it means to deny every tool from then on, and to refuse its model calls at the proxy.
 */
import type { AnswerTable, EventAnswers } from '../client-hooks.ts';

const context = (text: string, eventName: string) => ({
  hookSpecificOutput: { hookEventName: eventName, additionalContext: text },
});
const denyTool = (text: string) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: text,
  },
});
const block = (text: string) => ({ decision: 'block', reason: text });
const toPerson = (text: string) => ({ systemMessage: text });
const nowhere = () => null;

const atStop: EventAnswers = {
  say: toPerson,
  deny: toPerson,
  end: toPerson,
  goOn: block,
  onFailure: 'tell',
};
const atCompaction: EventAnswers = {
  say: toPerson,
  deny: toPerson,
  end: toPerson,
  goOn: null,
  onFailure: 'tell',
};

/** The answers to each event that is reported. */
export const CODEX_ANSWERS: AnswerTable = {
  SessionStart: { say: context, deny: context, end: context, goOn: null, onFailure: 'tell' },
  UserPromptSubmit: {
    say: context,
    deny: block,
    end: block,
    goOn: null,
    onFailure: 'refuse',
    isPrompt: true,
  },
  PreToolUse: { say: context, deny: denyTool, end: denyTool, goOn: null, onFailure: 'refuse' },
  // A block here would replace what the tool put out, and an agent that cannot see what it did does it again.
  PostToolUse: { say: context, deny: context, end: context, goOn: null, onFailure: 'tell' },
  Stop: atStop,
  SubagentStop: atStop,
  PreCompact: atCompaction,
  PostCompact: atCompaction,
  SessionEnd: { say: nowhere, deny: nowhere, end: nowhere, goOn: null, onFailure: 'tell' },
};
