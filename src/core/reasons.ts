/**
 * Every reason code, once.
 *
 * In a kill switch the reason is the product: scripts and people rely on these codes, so they are
 * stable, documented in docs/reasons.md, and a test keeps the two lists equal.
 */

/** One reason code with what it means and what a person does about it. */
export interface Reason {
  readonly code: string;
  readonly group: 'veto' | 'hold' | 'refusal' | 'warning' | 'note' | 'error';
  readonly meaning: string;
  readonly remedy: string;
}

const reasons = [
  {
    code: 'RUNAWAY_DETECTED',
    group: 'veto',
    meaning: 'The last 20 intervals of the thread are on average less than 0.3 of those before.',
    remedy: 'Nothing: after the cooldown the thread has a fresh chance. Look at what it retries.',
  },
  {
    code: 'LOOP_DETECTED',
    group: 'veto',
    meaning: 'The last 5 outputs of the thread are pairwise more than 0.9 similar.',
    remedy: 'Nothing: after the cooldown the thread has a fresh chance. Change what it is asked.',
  },
  {
    code: 'TOKEN_BUDGET_EXCEEDED',
    group: 'veto',
    meaning: 'The session spent more tokens in the sliding minute than its effective budget.',
    remedy: 'Wait, or start with a constitution that has the budget this work needs.',
  },
  {
    code: 'RATE_LIMIT_EXCEEDED',
    group: 'veto',
    meaning: 'The session made more tool calls in the sliding minute than its limit.',
    remedy: 'Wait, or start with a constitution that has the limit this work needs.',
  },
  {
    code: 'COOLDOWN_ACTIVE',
    group: 'veto',
    meaning: 'A veto happened less than 60 s ago.',
    remedy: 'Wait until the time it names; then the windows start empty.',
  },
  {
    code: 'HEALTH_DEGRADED',
    group: 'veto',
    meaning: 'Health fell below 0.6 (soft suspend) or 0.3 (hard stop) and was not acknowledged.',
    remedy: 'Find out what failed, then resume (soft suspend) or restart (hard stop).',
  },
  {
    code: 'HOLD_MANUAL',
    group: 'hold',
    meaning: 'A person deactivated the agent.',
    remedy: 'A person activates it.',
  },
  {
    code: 'HOLD_KILL_SWITCH',
    group: 'hold',
    meaning: 'The kill switch deactivated the agent.',
    remedy: 'A person activates it.',
  },
  {
    code: 'HOLD_SOFT_SUSPEND',
    group: 'hold',
    meaning: 'Health fell below the soft-suspend threshold.',
    remedy: 'A person resumes it, or health recovers to the threshold by itself.',
  },
  {
    code: 'HOLD_HARD_STOP',
    group: 'hold',
    meaning: 'Health fell below the hard-stop threshold.',
    remedy: 'Only a person can restart it.',
  },
  {
    code: 'HOLD_PAUSED',
    group: 'hold',
    meaning: 'A person paused the agent.',
    remedy: 'A person resumes it.',
  },
  {
    code: 'HOLD_CHECKPOINT',
    group: 'hold',
    meaning: 'The loop reached its iteration cap.',
    remedy: 'Review the work, then let the loop continue.',
  },
  {
    code: 'HOLD_BLOCKER',
    group: 'hold',
    meaning: 'The loop failed too often in a row.',
    remedy: 'Mend what blocks it, then let the loop continue.',
  },
  {
    code: 'HOLD_COMPACTION',
    group: 'hold',
    meaning: 'The context is nearly full; tools wait until it is compacted.',
    remedy: 'Compact the context; the compaction call itself passes.',
  },
  {
    code: 'HOLD_APPROVAL',
    group: 'hold',
    meaning: 'An action needs a person’s consent, or consent was refused.',
    remedy: 'A person grants or refuses it.',
  },
  {
    code: 'HOLD_PARKED',
    group: 'hold',
    meaning:
      'The window of the subscription that counts has used the configured share, or its share rose too fast.',
    remedy: 'Nothing: it ends when the window resets. A person may resume it earlier.',
  },
  {
    code: 'HOLD_STOP_ALL',
    group: 'hold',
    meaning: 'A person stopped all agents.',
    remedy: 'A person resumes all.',
  },
  {
    code: 'BUDGET_SPENT',
    group: 'refusal',
    meaning:
      'A budget in tokens, calls or money of the agent, session or conversation has no room for this call.',
    remedy:
      'Raise the budget, or wait for the next day (UTC), a new session or a new conversation.',
  },
  {
    code: 'PRICE_UNKNOWN',
    group: 'refusal',
    meaning: 'There is a budget in money, and the price of the model that is asked is not known.',
    remedy: 'Use a model with a known price, or budget tokens or calls instead of money.',
  },
  {
    code: 'SUBAGENT_LIMIT',
    group: 'refusal',
    meaning:
      'A subagent asks, and a limit that a person set has no room for it: at once, started in a time, depth, tokens or lifetime.',
    remedy: 'Wait for other subagents to finish, or raise `subagents` in tripwire.yaml.',
  },
  {
    code: 'HOOKS_MISSING',
    group: 'refusal',
    meaning:
      'The agent must have hooks (`attest`), a tool of the session ran, and its hooks never reported to this server.',
    remedy:
      'Install the client’s hooks with `tripwire init`, start the session anew, or set attest: false.',
  },
  {
    code: 'TEAM_BUDGET_SPENT',
    group: 'refusal',
    meaning: 'A budget that several agents share has no room for this call.',
    remedy: 'Raise the budget of the team in tripwire.yaml, or wait for the next day (UTC).',
  },
  {
    code: 'REQUEST_UNREADABLE',
    group: 'refusal',
    meaning:
      'A model call cannot be judged as the provider would read it: its encoding, charset, type or JSON is unknown or can be read in two ways.',
    remedy: 'Send one JSON object in UTF-8, with content-type application/json.',
  },
  {
    code: 'SPENDING_UNSEEN',
    group: 'refusal',
    meaning:
      'The agent has a budget of tokens or money, and what the request spends (a batch, a background answer) is not told with its answer.',
    remedy: 'Ask the model directly, or remove the budget.',
  },
  {
    code: 'TOKEN_WARNING',
    group: 'warning',
    meaning: 'At least 80 % of the effective token budget is used.',
    remedy: 'Nothing yet: the budget is not exceeded.',
  },
  {
    code: 'TOOL_CALL_WARNING',
    group: 'warning',
    meaning: 'At least 75 % of the tool-call limit is used.',
    remedy: 'Nothing yet: the limit is not exceeded.',
  },
  {
    code: 'PLAN_WARNING',
    group: 'warning',
    meaning: 'The window of the subscription that counts has used the share set as `plan: warn`.',
    remedy: 'Nothing yet: it is parked where wind_down or reserve say so.',
  },
  {
    code: 'CLOCK_CLAMPED',
    group: 'note',
    meaning: 'The record’s timestamp was lower than the last one; the last one was used.',
    remedy: 'Check the clock of the source.',
  },
  {
    code: 'ENVELOPE_REFUSED',
    group: 'note',
    meaning: 'A configure record would have loosened the constitution; nothing was changed.',
    remedy: 'Choose a tighter value, or another constitution at the next start.',
  },
  {
    code: 'WIND_DOWN',
    group: 'note',
    meaning:
      'The agent is being stopped and may still save its work: for so many calls, until then.',
    remedy: 'Nothing: everything else is refused, and when it is over saving is refused too.',
  },
  {
    code: 'NOTHING_TO_LIFT',
    group: 'note',
    meaning: 'A release was recorded, but none of the holds it lifts was standing.',
    remedy: 'Nothing; look at the holds that are listed.',
  },
  {
    code: 'NOTED',
    group: 'note',
    meaning:
      'The loop, a policy or a detector did something that raises no hold, and had it written down.',
    remedy: 'Nothing; the note says what it was.',
  },
  {
    code: 'SECOND_OPINION',
    group: 'note',
    meaning:
      'A model was asked whether a conversation makes progress. Its answer moves the limit of the score within the band between the warning and one and a half times the stop; without one the rules decide alone.',
    remedy: 'Nothing; the note says what it answered.',
  },
  {
    code: 'THREAD_EVICTED',
    group: 'note',
    meaning: 'The session had too many live threads; the least recently seen one was let go.',
    remedy: 'Nothing; its holds, if any, now bind the session.',
  },
  {
    code: 'SESSION_EVICTED',
    group: 'note',
    meaning: 'The agent had too many live sessions; the least recently seen one was let go.',
    remedy: 'Nothing; its holds, if any, now bind the agent.',
  },
  {
    code: 'RECORD_INVALID',
    group: 'error',
    meaning: 'A record has a missing, unknown or out-of-range field, or is not valid JSON.',
    remedy: 'Correct the field that the message names; nothing after it was judged.',
  },
  {
    code: 'CONSTITUTION_INVALID',
    group: 'error',
    meaning: 'A constitution has a missing, unknown or out-of-range field, or cannot be read.',
    remedy: 'Correct the field that the message names.',
  },
  {
    code: 'CONSTITUTION_MISMATCH',
    group: 'error',
    meaning: 'A state or recording was made under another constitution than the one in force.',
    remedy: 'Use the constitution whose id the message names; a running process cannot change it.',
  },
  {
    code: 'VALUE_NOT_CANONICAL',
    group: 'error',
    meaning: 'A value has no canonical JSON form: NaN, −0, undefined, an unsafe integer and so on.',
    remedy: 'Correct the value before it enters.',
  },
  {
    code: 'RECORDING_INVALID',
    group: 'error',
    meaning: 'A recording has no valid header or an unreadable line.',
    remedy: 'Use a file written by `tripwire decide --record`.',
  },
  {
    code: 'WINDOW_INVALID',
    group: 'error',
    meaning: 'A window of the audit does not have its form, or a value in it cannot be committed.',
    remedy: 'Mend the field it names; schema/window.schema.json has the form.',
  },
  {
    code: 'LOG_INVALID',
    group: 'error',
    meaning:
      'A checkpoint, a tile or a proof of the transparency log does not fit its entries or its key.',
    remedy: 'Compare with a copy that left the house; what differs was changed.',
  },
  {
    code: 'PROOF_INVALID',
    group: 'error',
    meaning: 'A proof of a window, its key or the circuit cannot be used.',
    remedy: 'Do what the message says; docs/audit-proofs.md tells how keys are made and trusted.',
  },
  {
    code: 'PARITY_LOST',
    group: 'error',
    meaning: 'Replaying a recording gave another answer than the recorded one.',
    remedy:
      'Look at the step that is named: the recording was altered, or the core is not the same.',
  },
  {
    code: 'GUARDRAIL_INVALID',
    group: 'error',
    meaning:
      'A policy, feedback provider, checker, deadline or budget has a value that cannot be meant.',
    remedy: 'Correct the field that the message names.',
  },
  {
    code: 'PATH_REFUSED',
    group: 'error',
    meaning: 'A path leaves the root, can be read in two ways, or names no file that can be used.',
    remedy: 'Name a file below the root, plainly.',
  },
  {
    code: 'AGENT_STOPPED',
    group: 'error',
    meaning: 'An adapter ended a run because the agent was stopped; the message says by what.',
    remedy: 'Do what the message says, then start the run again.',
  },
  {
    code: 'PEER_MISSING',
    group: 'error',
    meaning: 'An adapter was used whose SDK is not installed.',
    remedy: 'Install the package that the message names.',
  },
  {
    code: 'STORE_CHAIN',
    group: 'error',
    meaning:
      'Rows do not continue the journal, or are not well formed; nothing of them was written.',
    remedy: 'Nothing by hand: Tripwire reads the journal again and goes on from there.',
  },
  {
    code: 'STORE_UNAVAILABLE',
    group: 'error',
    meaning: 'The journal cannot be read or written now: the disk, a lock, a closed store.',
    remedy: 'Do what the message says; nothing is let through until the journal can be written.',
  },
  {
    code: 'STORE_CORRUPT',
    group: 'error',
    meaning: 'What is in the journal cannot be what Tripwire wrote.',
    remedy: 'Restore the data folder from a backup; keep the damaged one.',
  },
  {
    code: 'STORE_WENT_BACK',
    group: 'error',
    meaning: 'The journal is older than it was: somebody restored, cut or deleted it.',
    remedy: 'Put the newer one back, or accept this one with tripwire doctor --accept-journal.',
  },
  {
    code: 'STORE_NEWER',
    group: 'error',
    meaning: 'The journal was written by a newer Tripwire.',
    remedy: 'Update Tripwire, or use another data folder.',
  },
  {
    code: 'HOLD_CHANGED',
    group: 'error',
    meaning:
      'The one hold that was to be lifted is gone, or the act would lift another one with it.',
    remedy: 'Look at what holds the agent now, and lift that.',
  },
  {
    code: 'CONFIG_INVALID',
    group: 'error',
    meaning: 'The configuration has problems; the message names each with its place.',
    remedy: 'Correct what the message names; nothing of the configuration took effect.',
  },
  {
    code: 'LOOP_UNAVAILABLE',
    group: 'error',
    meaning: "The project's own folder of Tripwire cannot be read, written or locked.",
    remedy: 'Do what the message says; until then the rules of the loop refuse.',
  },
  {
    code: 'CANNOT_PIN',
    group: 'error',
    meaning: 'The identity of an agent cannot be measured, so it cannot be pinned.',
    remedy: 'Make the file that the message names readable, then pin again.',
  },
  {
    code: 'NIGHT_REFUSED',
    group: 'error',
    meaning: 'Unattended work cannot begin or go on as it was asked for.',
    remedy: 'Do what the message says.',
  },
  {
    code: 'USAGE',
    group: 'error',
    meaning: 'A command was called with words it does not know, or a file could not be opened.',
    remedy: 'Run the command with --help.',
  },
] as const satisfies readonly Reason[];

/** A stable reason code. */
export type ReasonCode = (typeof reasons)[number]['code'];

/** All reason codes with their meaning and remedy. */
export const REASONS: readonly Reason[] = Object.freeze(
  reasons.map((reason) => Object.freeze({ ...reason })),
);
