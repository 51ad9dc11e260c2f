/**
 * What Claude Code must be answered (2.1.325).
 *
 * Three traps, all measured: `continue: false` alone before a tool lets the tool run and ends the session after it, so
 * it never stands without the denial; after a failed tool it is ignored; and `additionalContext` on a stop is a
 * block, so what is only to be said there goes to the person.
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
const endAtTool = (text: string) => ({ continue: false, stopReason: text, ...denyTool(text) });
const block = (text: string) => ({ decision: 'block', reason: text });
const endSession = (text: string) => ({ continue: false, stopReason: text });
const toPerson = (text: string) => ({ systemMessage: text });
const nowhere = () => null;

const atStop: EventAnswers = {
  say: toPerson,
  deny: toPerson,
  end: endSession,
  goOn: block,
  onFailure: 'tell',
};

/** The answers to each event that is reported. */
export const CLAUDE_CODE_ANSWERS: AnswerTable = {
  // Nothing stops a session from starting; its first prompt can be refused.
  SessionStart: { say: context, deny: context, end: context, goOn: null, onFailure: 'tell' },
  UserPromptSubmit: {
    say: context,
    deny: block,
    end: (text) => ({ ...endSession(text), ...block(text) }),
    goOn: null,
    onFailure: 'refuse',
    isPrompt: true,
  },
  PreToolUse: { say: context, deny: denyTool, end: endAtTool, goOn: null, onFailure: 'refuse' },
  // The tool has run: its output stays, and the agent is told.
  PostToolUse: { say: context, deny: context, end: endSession, goOn: null, onFailure: 'tell' },
  PostToolUseFailure: { say: context, deny: context, end: context, goOn: null, onFailure: 'tell' },
  Stop: atStop,
  SubagentStop: atStop,
  // A failure does not refuse it: compaction runs no tool, and a full context helps nobody.
  PreCompact: { say: toPerson, deny: block, end: block, goOn: null, onFailure: 'tell' },
  PostCompact: { say: toPerson, deny: toPerson, end: toPerson, goOn: null, onFailure: 'tell' },
  SessionEnd: { say: nowhere, deny: nowhere, end: nowhere, goOn: null, onFailure: 'tell' },
};
