/**
 * The shapes of the API: agents, what they did, events and the server.
 *
 * One source for the check at the door, the types of the client and the OpenAPI document, so that the three cannot
 * drift apart. What is sent may carry nothing unknown; what is answered says every field.
 */
import { z } from 'zod';
import { KILL_SWITCH_LIMITS, SHIPPED_CONSTITUTIONS, type EnvelopeRule } from '../../core/index.ts';
import { EVENT_TYPES } from './event-types.ts';
import { exceptionView } from './schemas-exception.ts';
import { planView } from './schemas-plan.ts';
import {
  budgetsBody,
  budgetsView,
  budgetView,
  spendView,
  standingSpendView,
} from './schemas-spend.ts';
import { stuckView } from './schemas-stuck.ts';
import { waitingView } from './schemas-waiting.ts';

const text = z.string('must be a text');
/** Milliseconds since 1970. */
export const timeMs = z.int();
export const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();

/** Who, and why. How long they may be is the core's to say. */
export const authorFields = { by: text.exactOptional(), why: text.exactOptional() };
const objectRule = 'must be a JSON object';

/** An act on an agent or one of its sessions. */
export const actBody = z.strictObject(
  { ...authorFields, session: text.exactOptional() },
  objectRule,
);
const holdKinds = [
  'kill_switch',
  'checkpoint',
  'blocker',
  'compaction',
  'approval',
  'manual',
  'soft_suspend',
  'hard_stop',
  'paused',
  'parked',
  'stop_all',
] as const;
export const holdKind = z.enum(holdKinds);

/** An act on all agents, or on what has no session. */
export const plainActBody = z.strictObject(authorFields, objectRule);
export const newAgentBody = z.strictObject({ name: text, ...authorFields }, objectRule);
const { windowSize, threshold, exceptions } = KILL_SWITCH_LIMITS;
const windowRule = `must be a whole number from ${windowSize.min} to ${windowSize.max}`;
const thresholdRule = `must be a number from ${threshold.min} to ${threshold.max}`;
const flag = z.boolean('must be true or false').exactOptional();

const killSwitchFields = {
  enabled: flag,
  window_size: z
    .int(windowRule)
    .min(windowSize.min, windowRule)
    .max(windowSize.max, windowRule)
    .exactOptional(),
  threshold: z
    .number(thresholdRule)
    .min(threshold.min, thresholdRule)
    .max(threshold.max, thresholdRule)
    .refine((score) => Number(score.toFixed(4)) === score, 'must have at most four decimal digits')
    .exactOptional(),
  detector: z.enum(['progress', 'literal'], 'must be progress or literal').exactOptional(),
  shadow: flag,
  refusal: z.enum(['error', 'message'], 'must be error or message').exactOptional(),
  exceptions: z
    .array(exceptionView, 'must be a list')
    .max(exceptions, `must be a list of at most ${exceptions}`)
    .exactOptional(),
};

/** A change of an agent's kill switch. */
export const killSwitchBody = z.strictObject({ ...killSwitchFields, ...authorFields }, objectRule);

const limitRule = 'must be a whole number from 1, or null for the limit of the constitution';
const ownLimit = z.int(limitRule).min(1, limitRule).nullable().exactOptional();
const shippedNames = SHIPPED_CONSTITUTIONS.map(({ values }) => values.name);
const hoursRule = 'must be a whole number from 1 to 168';
/** Settings that history is judged under again. */
export const backtestBody = z.strictObject(
  {
    ...killSwitchFields,
    max_tokens_per_minute: ownLimit,
    max_tool_calls_per_minute: ownLimit,
    /** A shipped constitution; the one in force when left out. */
    constitution: z.enum(shippedNames, `must be one of ${shippedNames.join(', ')}`).exactOptional(),
    hours: z.int(hoursRule).min(1, hoursRule).max(168, hoursRule).default(24),
  },
  objectRule,
);

const envelopeRules = ['limits', 'budgets'] as const satisfies readonly EnvelopeRule[];

/** A change of an agent's own limits. */
export const envelopeBody = z.strictObject(
  {
    max_tokens_per_minute: ownLimit,
    max_tool_calls_per_minute: ownLimit,
    budgets: budgetsBody.exactOptional(),
    /** What only reports from now on; empty: all of it acts. The constitution always acts. */
    shadow: z
      .array(z.enum(envelopeRules, `must be a list of ${envelopeRules.join(', ')}`))
      .max(envelopeRules.length)
      .exactOptional(),
    ...authorFields,
  },
  objectRule,
);

export const killSwitchView = z.strictObject({
  enabled: z.boolean(),
  window_size: z.int(),
  threshold: z.number(),
  detector: z.enum(['progress', 'literal']),
  shadow: z.boolean(),
  refusal: z.enum(['error', 'message']),
  exceptions: list(exceptionView),
});

export const holdView = z.strictObject({
  by: z.string(),
  /** It also binds the subagents that the held one started. */
  family: z.literal(true).exactOptional(),
  /** What may still be saved, as long as that may be. */
  grace: z.strictObject({ left: z.int(), until: timeMs }).exactOptional(),
  hold: holdKind,
  level: z.enum(['agent', 'session', 'thread']),
  liftedBy: z.string(),
  refused: z.literal(true).exactOptional(),
  scope: z.enum(['all', 'tools', 'action']),
  since: timeMs,
  target: z.string().exactOptional(),
  /** It ends with the next prompt. */
  turn: z.literal(true).exactOptional(),
  /** When it ends by itself; absent: never by time alone. */
  until: timeMs.exactOptional(),
  title: z.string(),
  why: z.string(),
});

/** What was spent in the sliding minute against what may be; of an agent, where it is nearest to its limit. */
const usageView = z.strictObject({
  tokens_minute: z.int(),
  tool_calls_minute: z.int(),
  budget_tokens_minute: z.int(),
  budget_tool_calls_minute: z.int(),
  /** Tokens by minute, the oldest first, the current one last. */
  tokens_by_minute: list(z.int()),
});

const standingFields = {
  active: z.union([z.literal(0), z.literal(1)]),
  deactivated_by: z.enum(['kill_switch', 'manual']).nullable(),
  mode: z.enum(['IDLE', 'WORKING', 'LOOPING', 'RUNAWAY']),
  intensity: z.enum(['LOW', 'NORMAL', 'HIGH']),
  health: z.number(),
  holds: list(holdView),
  /** Held back by a veto or a limit until it continues by itself; null when it is not, or is stopped. */
  waiting: waitingView.nullable(),
  /** What the chosen loop detector says now, of the conversation that is worst; null before it has seen anything. */
  loop_score: z.number().nullable(),
  /** Everything that is known of it was reported by OpenTelemetry: it is judged, and its calls can't be cut. */
  reported: z.boolean(),
  usage: usageView,
  spend: standingSpendView,
};

/** A conversation inside a session: its own, or a subagent's. */
const threadView = z.strictObject({
  id: z.string(),
  mode: z.enum(['IDLE', 'WORKING', 'LOOPING', 'RUNAWAY']),
  last_event_at: timeMs.nullable(),
  holds: list(holdView),
  /** The conversation that started it; null where it is no subagent. */
  parent: z.string().nullable(),
  spend: spendView,
});

export const sessionOfAgentView = z.strictObject({
  id: z.string(),
  ...standingFields,
  threads: list(threadView),
});

export const agentView = z.strictObject({
  id: z.string(),
  name: z.string(),
  ...standingFields,
  kill_switch: killSwitchView,
  /** Calls of a model that were let through since midnight UTC. */
  calls_today: z.int(),
  /** Those that a person set, with what is spent of them and reserved for calls under way. */
  budgets: list(budgetView),
  /** The windows of a subscription as the provider last reported them; null until it did. */
  plan: planView.nullable(),
  /** How it is stuck without looping; empty when it isn't. */
  stuck: list(stuckView),
  open_calls: z.int(),
  last_seen: timeMs.nullable(),
  /** It belongs to `tripwire drill`, and nobody works in it: the list of agents leaves it out. */
  drill: z.boolean(),
  /** Why nothing can be judged at the moment; null when all is well. */
  problem: z.string().nullable(),
  sessions: list(sessionOfAgentView),
});

const actedFields = {
  /** False: it is in force, but the journal could not write it yet. */
  recorded: z.boolean(),
  calls_ended: z.int(),
  notes: z.string(),
  /** What the person should know before relying on it. */
  warning: z.string().nullable(),
};
export const actedView = z.strictObject(actedFields);
/** The agent as it is now, where that can be told in time. */
export const actedOnAgentView = z.strictObject({
  ...agentView.partial().shape,
  id: z.string(),
  name: z.string(),
  ...actedFields,
});
/** The agent after a change of its kill switch; `warning` says what is missing around it, such as an alert channel. */
export const changedAgentView = z.strictObject({
  ...agentView.shape,
  warning: z.string().nullable(),
});

export const envelopeView = z.strictObject({
  agent: z.string(),
  max_tokens_per_minute: z.int().nullable(),
  max_tool_calls_per_minute: z.int().nullable(),
  /** What the constitution allows at most. */
  constitution: z.strictObject({
    max_tokens_per_minute: z.int(),
    max_tool_calls_per_minute: z.int(),
  }),
  budgets: budgetsView,
  /** What of these limits and budgets only reports. */
  shadow: list(z.enum(envelopeRules)),
  kill_switch: killSwitchView,
});

/** What both detectors said at a step. */
export const scoresView = z.strictObject({
  detector: z.enum(['progress', 'literal']),
  threshold: z.number(),
  /** Above which score the chosen detector stops: the threshold, unless a second opinion moved it. */
  stops_above: z.number(),
  literal: z.number(),
  progress: z.number(),
  progress_level: z.enum(['ok', 'warn', 'stop']),
  rule: z.string().nullable(),
  did: z.enum(['killed', 'would']).nullable(),
  reason: z.string().nullable(),
});

/** One record of the journal with what was decided on it, and why. */
export const stepView = z.strictObject({
  seq: z.int(),
  at: timeMs,
  session: z.string().nullable(),
  thread: z.string().nullable(),
  /** admit, event, result, operator, signal or tick. */
  kind: z.string(),
  /** What asks to pass: step, side, tool or compaction; null where nothing asks. */
  purpose: z.string().nullable(),
  /** The call that the record belongs to. */
  call: z.string().nullable(),
  /** What it was, in words. */
  what: z.string(),
  tool: z.string().nullable(),
  /** Whether something was seen in it that could repeat: a call with its outcome, or words. */
  observed: z.boolean(),
  /** The same call or answer came in the steps before. */
  repeated: z.boolean(),
  allowed: z.boolean(),
  /** What asks is only kept waiting: a limit of the constitution passes by itself. */
  waits: z.boolean(),
  reason: z.string(),
  veto: z.string().nullable(),
  mode: z.string(),
  intensity: z.string(),
  health: z.number(),
  /** Tokens this record was charged with. */
  tokens: z.int(),
  /** The model that was asked or answered, where the record names one. */
  model: z.string().nullable(),
  /** How the call ended, where it ended with this record: SUCCESS, PARTIAL, FAILED or BLOCKED. */
  ended: z.string().nullable(),
  /** What the call cost, with its end; null where that is not known. */
  cost_usd: z.number().nullable(),
  remaining_budget: z.int(),
  scores: scoresView.nullable(),
});

export const eventView = z.strictObject({
  /** Numbers grow. */
  id: z.int(),
  /** The agent; `*` for what concerns all of them. */
  agent: z.string(),
  session: z.string().nullable(),
  event_type: z.string(),
  timestamp: timeMs,
  reason: z.string(),
  details: z.record(z.string(), z.unknown()),
});

const LIMIT_MAX = 10_000;
const LIMIT_DEFAULT = 100;
const idRule = 'must be the id of an event: a whole number from 0 on';
const timeRule = 'must be milliseconds since 1970';
export const wholeNumber = (rule: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, rule)
    .transform(Number);
/** How many, in a query. */
export const limitField = (max: number, otherwise: number) => {
  const rule = `must be a whole number from 1 to ${max}`;
  return wholeNumber(rule)
    .refine((limit) => limit >= 1 && limit <= max, rule)
    .default(otherwise);
};
export const timeField = wholeNumber(timeRule).exactOptional();
export const lastEventIdField = wholeNumber(idRule);

const eventFilters = {
  type: z.enum(EVENT_TYPES, `must be one of ${EVENT_TYPES.join(', ')}`).exactOptional(),
  session: z.string().exactOptional(),
  since: timeField,
  until: timeField,
};
const eventPage = {
  ...eventFilters,
  after: wholeNumber(idRule).exactOptional(),
  before: wholeNumber(idRule).exactOptional(),
  limit: limitField(LIMIT_MAX, LIMIT_DEFAULT),
};
/** Events of one agent: after an id, or before one, or the newest; always in the order they happened. */
export const agentEventsQuery = z.strictObject(eventPage);
export const eventsQuery = z.strictObject({ ...eventPage, agent: z.string().exactOptional() });
export const exportQuery = z.strictObject({
  ...eventFilters,
  agent: z.string().exactOptional(),
  format: z.enum(['jsonl', 'csv'], 'must be jsonl or csv').default('jsonl'),
});
export const stepsQuery = z.strictObject({
  session: z.string().exactOptional(),
  before: wholeNumber('must be the number of a row').exactOptional(),
  limit: limitField(2_000, 200),
});
export const noQuery = z.strictObject({});
