/**
 * What Gemini CLI must be answered (0.61.0).
 *
 * Here `continue: false` both blocks the tool and ends the run, and a stop is blocked by a denial. A denial after a
 * tool or a model's answer would hide it, so there the agent is only told, or the run ends.
 */
import type { AnswerTable } from '../client-hooks.ts';

const context = (text: string, eventName: string) => ({
  hookSpecificOutput: { hookEventName: eventName, additionalContext: text },
});
const deny = (text: string) => ({ decision: 'deny', reason: text });
const endRun = (text: string) => ({ continue: false, stopReason: text });
const toPerson = (text: string) => ({ systemMessage: text });

/**
 * How a reason to go on begins. The client hands it back as the next prompt, and a prompt is a person's: the loop
 * would count from the start after every one of them and never reach its cap.
 */
export const GEMINI_CLI_GO_ON = 'Tripwire: this is not done yet. ';

const goOn = (text: string) => deny(`${GEMINI_CLI_GO_ON}${text}`);

/** The answers to each event that is reported. */
export const GEMINI_CLI_ANSWERS: AnswerTable = {
  SessionStart: { say: context, deny: context, end: context, goOn: null, onFailure: 'tell' },
  BeforeAgent: { say: context, deny, end: endRun, goOn: null, onFailure: 'refuse', isPrompt: true },
  // Before a tool there is no way to tell the agent anything but a denial.
  BeforeTool: { say: toPerson, deny, end: endRun, goOn: null, onFailure: 'refuse' },
  AfterTool: { say: context, deny: context, end: endRun, goOn: null, onFailure: 'tell' },
  AfterModel: { say: toPerson, deny: toPerson, end: endRun, goOn: null, onFailure: 'tell' },
  AfterAgent: { say: toPerson, deny: toPerson, end: endRun, goOn, onFailure: 'tell' },
  PreCompress: { say: toPerson, deny: toPerson, end: toPerson, goOn: null, onFailure: 'tell' },
  SessionEnd: { say: toPerson, deny: toPerson, end: toPerson, goOn: null, onFailure: 'tell' },
};
