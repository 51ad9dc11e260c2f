/**
 * Every reason code, once.
 *
 * In a kill switch the reason is the product: scripts and people rely on these codes, so they are
 * stable, documented in docs/reasons.md, and a test keeps the two lists equal.
 */
import { ERROR_REASONS } from './reason/error-reasons.ts';
import type { Reason } from './reason/reason.ts';
import { STUCK_REASONS } from './stuck/stuck-reasons.ts';

export type { Reason };

const reasons = [
  {
    code: 'RUNAWAY_DETECTED',
    group: 'veto',
    meaning: 'The last 20 intervals of the thread are on average less than 0.3 of those before.',
    remedy: 'Nothing: after the cooldown the thread gets another chance. Look at what it retries.',
  },
  {
    code: 'LOOP_DETECTED',
    group: 'veto',
    meaning: 'Any two of the thread’s last 5 outputs are more than 0.9 similar.',
    remedy: 'Nothing: after the cooldown the thread gets another chance. Change what it is asked.',
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
    meaning: 'A person stopped the agent.',
    remedy: 'A person resumes it.',
  },
  {
    code: 'HOLD_KILL_SWITCH',
    group: 'hold',
    meaning: 'The kill switch stopped the agent.',
    remedy: 'A person resumes it.',
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
    remedy: 'Fix what blocks it, then let the loop continue.',
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
      'The agent is parked, for one of these reasons: the deciding window of its subscription is used up to the configured share, or filled too fast; a budget that can be extended is spent; or the agent is stuck, and `stuck` says to park it.',
    remedy:
      'Nothing: it ends at the time in the message, such as the reset of the window. A person can resume it earlier, which extends a budget once.',
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
      'Raise the budget, or wait for the next period (UTC), a new session or a new conversation.',
  },
  {
    code: 'PRICE_UNKNOWN',
    group: 'refusal',
    meaning: 'There is a budget in money, and the price of the requested model isn’t known.',
    remedy: 'Use a model with a known price, or budget tokens or calls instead of money.',
  },
  {
    code: 'SUBAGENT_LIMIT',
    group: 'refusal',
    meaning:
      'A subagent’s call exceeds a limit that a person set: how many work at once or are started in a time, their depth, tokens or lifetime.',
    remedy: 'Wait for other subagents to finish, or raise `subagents` in tripwire.yaml.',
  },
  {
    code: 'HOOKS_MISSING',
    group: 'refusal',
    meaning:
      'The agent must have hooks (`attest`), a tool of the session ran, and its hooks never reported to this server.',
    remedy:
      'Install the client’s hooks with `tripwire init`, start a new session, or set attest: false.',
  },
  {
    code: 'TEAM_BUDGET_SPENT',
    group: 'refusal',
    meaning: 'A budget that several agents share has no room for this call.',
    remedy: 'Raise the budget of the team in tripwire.yaml, or wait for the next period (UTC).',
  },
  {
    code: 'REQUEST_UNREADABLE',
    group: 'refusal',
    meaning:
      'A model call cannot be judged as the provider would read it: its encoding, charset, type or JSON is unknown or can be read in two ways.',
    remedy: 'Send one JSON object in UTF-8, with content-type application/json.',
  },
  {
    code: 'MODEL_NOT_ALLOWED',
    group: 'refusal',
    meaning: 'The agent key is only for certain models, and the request names another one or none.',
    remedy: 'Ask a model that the key allows (`tripwire keys` lists them), or make another key.',
  },
  {
    code: 'SPENDING_UNSEEN',
    group: 'refusal',
    meaning:
      'The agent has a budget of tokens or money, and the answer to this request (a batch, a background answer) doesn’t say what it spends.',
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
    meaning: 'The deciding window of the subscription is used up to the share set as `plan: warn`.',
    remedy: 'Nothing yet: the agent is parked when `wind_down` or `reserve` say so.',
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
      'The agent is being stopped and may still save its work, for a number of calls and until a time.',
    remedy: 'Nothing: everything else is refused, and afterwards saving is refused too.',
  },
  {
    code: 'NOTHING_TO_LIFT',
    group: 'note',
    meaning: 'A release was recorded, but none of the holds that it lifts was in force.',
    remedy: 'Nothing; look at the holds in the list.',
  },
  {
    code: 'NOTED',
    group: 'note',
    meaning: 'The loop, a policy or a detector did something that raises no hold, and recorded it.',
    remedy: 'Nothing; the note says what it was.',
  },
  {
    code: 'SECOND_OPINION',
    group: 'note',
    meaning:
      'A model was asked whether a conversation makes progress. Its answer moves the limit of the score, between the warning and one and a half times the stop. Without an answer the rules decide alone.',
    remedy: 'Nothing; the note says what it answered.',
  },
  {
    code: 'THREAD_EVICTED',
    group: 'note',
    meaning: 'The session had too many live threads; the least recently seen one was removed.',
    remedy: 'Nothing; its holds, if any, now bind the session.',
  },
  {
    code: 'SESSION_EVICTED',
    group: 'note',
    meaning: 'The agent had too many live sessions; the least recently seen one was removed.',
    remedy: 'Nothing; its holds, if any, now bind the agent.',
  },
  ...STUCK_REASONS,
  ...ERROR_REASONS,
] as const satisfies readonly Reason[];

/** A stable reason code. */
export type ReasonCode = (typeof reasons)[number]['code'];

/** All reason codes with their meaning and remedy. */
export const REASONS: readonly Reason[] = Object.freeze(
  reasons.map((reason) => Object.freeze({ ...reason })),
);
