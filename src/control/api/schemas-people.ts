/**
 * The shapes of the API around people: who is signed in, what needs them, incidents, approvals, settings.
 */
import { z } from 'zod';
import { LOG_PLACES } from '../../base/log.ts';
import { backtestView, wouldView } from './schemas-backtest.ts';
import { exceptionView } from './schemas-exception.ts';
import { explainedView } from './schemas-explained.ts';
import { amountView } from './schemas-spend.ts';
import {
  agentView,
  authorFields,
  eventView,
  holdKind,
  holdView,
  limitField,
  list,
  plainActBody,
  scoresView,
  stepView,
  timeField,
  timeMs,
} from './schemas.ts';

const text = (max: number) =>
  z.string('must be a text').max(max, `must have at most ${max} characters`);

export const ROLES = ['viewer', 'operator', 'admin'] as const;
const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`);

/** As long as a hold keeps of it. */
const personName = z
  .string('must be a text')
  .regex(/^[\w .@-]{1,20}$/, 'must have 1 to 20 letters, digits, blanks and . @ - _');

/** Signing in: with a token, or with the code of a sign-in link, which works once. */
export const signInBody = z.strictObject(
  {
    token: text(256).exactOptional(),
    code: text(256).exactOptional(),
    /** Under which name what is done is recorded. */
    name: personName.exactOptional(),
  },
  'must be a JSON object',
);

export const sessionView = z.strictObject({
  name: z.string(),
  role,
  /** Send it as the header x-csrf-token with everything that changes something; null with a bearer token. */
  csrf_token: z.string().nullable(),
  expires_at: timeMs.nullable(),
});
export const signInLinkView = z.strictObject({ url: z.string(), expires_at: timeMs });
export const signedOutView = z.strictObject({ signed_out: z.boolean() });

export const newTokenBody = z.strictObject(
  {
    name: personName,
    role,
  },
  'must be a JSON object',
);
const tokenFields = { id: z.string(), name: z.string(), role, created_at: timeMs };
export const tokenView = z.strictObject(tokenFields);
/** Shown this once. */
export const newTokenView = z.strictObject({ ...tokenFields, token: z.string() });
export const removedView = z.strictObject({ removed: z.boolean() });

/** The kill switch of all agents at one look. */
export const switchView = z.strictObject({
  /** `off`: no loop is stopped. `partly`: those of some agents are not. `shadow`: all are reported, some not stopped. */
  state: z.enum(['on', 'shadow', 'partly', 'off']),
  /** What an agent begins with that is not there yet. */
  new_agents: z.enum(['on', 'shadow', 'off']),
  /** Agents whose switch is off; not more than 20. */
  off: list(z.string()),
});

export const armBody = plainActBody.extend({ shadow: z.boolean().default(false) });

/** What arming it did. */
export const armedView = z.strictObject({
  kill_switch: switchView,
  /** Agents whose switch was changed. */
  changed: list(z.string()),
  /** The settings that keep it for later starts; null where they could not be written. */
  kept_in: z.string().nullable(),
  warning: z.string().nullable(),
});

export const statusView = z.strictObject({
  version: z.string(),
  started_at: timeMs,
  now: timeMs,
  agents: z.int(),
  /** Agents that a hold keeps from everything. */
  stopped: z.int(),
  open_calls: z.int(),
  constitution: z.strictObject({ name: z.string(), id: z.string() }),
  kill_switch: switchView,
  /** What all agents spent since midnight UTC. */
  today: amountView,
  /** Null when the store cannot say how large it is. */
  data: z.strictObject({ folder: z.string(), bytes: z.int().nullable() }),
  /** Agents that nothing can be judged for at the moment. */
  problems: list(z.strictObject({ agent: z.string(), problem: z.string() })),
  /** What went wrong in the server itself, the newest first; not more than ten. */
  recent_problems: list(
    z.strictObject({
      at: timeMs,
      where: z.enum(LOG_PLACES),
      problem: z.string(),
      agent: z.string().nullable(),
      /** The id of the call in the journal. */
      call: z.string().nullable(),
    }),
  ),
});

/** A node of a fleet. */
export const nodeView = z.strictObject({
  node: z.int(),
  /** For people: where it runs. */
  name: z.string(),
  version: z.string(),
  joined_at: timeMs,
  /** Milliseconds until its lease ends; negative when it is over. */
  lease_ms: z.int(),
  /** Changes that it has not confirmed yet: holds, releases, settings, keys, tokens. */
  behind: z.int(),
  /** Calls under way, as it said with its last renewal. */
  open_calls: z.int(),
  /** It sends alerts, deletes old data and records audit windows for all. */
  leads: z.boolean(),
  /** The one that answers. */
  this_node: z.boolean(),
});

/** What needs a person now. */
const needView = z.strictObject({
  kind: z.enum(['stopped', 'approval', 'problem', 'alert']),
  agent: z.string(),
  session: z.string().nullable(),
  what: z.string(),
  since: timeMs.nullable(),
  /** The incident, approval or alert it is about. */
  id: z.string().nullable(),
});

export const overviewView = z.strictObject({
  now: timeMs,
  agents: z.int(),
  working: z.int(),
  /** Agents that a veto or a limit holds back for a while. */
  waiting: z.int(),
  stopped: z.int(),
  open_calls: z.int(),
  /** The hold of stop-all while it stands. */
  stop_all: holdView.nullable(),
  kill_switch: switchView,
  needs: list(needView),
  /** Since midnight UTC. */
  today: z.strictObject({
    since: timeMs,
    calls: z.int(),
    tokens: z.int(),
    refused: z.int(),
    stops: z.int(),
    /** By list prices; null when no call had a model with a known price. */
    cost_usd: z.number().nullable(),
    /** Calls of models without a known price. With any, `cost_usd` is a lower bound. */
    unpriced_calls: z.int(),
    /** An estimate: each refused request at what an answer of its agent cost on average. */
    saved_tokens: z.int(),
    saved_usd: z.number().nullable(),
    wrongly_paused: z.int(),
  }),
  alert_channels: z.int(),
});

const incidentFields = {
  id: z.string(),
  agent: z.string(),
  session: z.string().nullable(),
  kind: holdKind,
  level: z.enum(['agent', 'session', 'thread']),
  at: timeMs,
  /** What happened, in one sentence for a person: the same in alerts, refusals, commands and reports. */
  title: z.string(),
  /** In one sentence, with the numbers: the kind, then why. */
  reason: z.string(),
  why: z.string(),
  by: z.string(),
  /** It follows from what was reported by OpenTelemetry: nothing could be cut. */
  reported: z.boolean(),
  open: z.boolean(),
  released_at: timeMs.nullable(),
  acknowledged: z.strictObject({ by: z.string(), at: timeMs }).nullable(),
  /** A person says that the stop was wrong. */
  healthy: z.boolean(),
  note: z.string(),
  /** Who looks after it; null while nobody does. */
  assignee: z.string().nullable(),
  /** What a person made a case of it as; null while nobody did. */
  marked: z.enum(['healthy', 'stuck']).nullable(),
};
export const incidentSummary = z.strictObject(incidentFields);

const evidenceStep = z.strictObject({
  at: timeMs,
  session: z.string().nullable(),
  thread: z.string().nullable(),
  kind: z.string(),
  text: z.string(),
  repeated: z.boolean(),
});

/** One stop, with everything that led to it. */
export const incidentView = z.strictObject({
  ...incidentFields,
  signal: scoresView.nullable(),
  /** What the agent should have done instead. */
  steer: z.string().nullable(),
  /** What the agent was told before the stop, when, and which way; null when it was told nothing. */
  told: z
    .strictObject({ at: timeMs, way: z.enum(['hook', 'adapter', 'wire']), words: z.string() })
    .nullable(),
  /** What is left of the text; null when none was kept, or it is too old. */
  evidence: z
    .strictObject({
      hash: z.string(),
      steps: list(evidenceStep),
      /** Why the text is not shown: it does not match the journal; null when it does. */
      problem: z.string().nullable(),
    })
    .nullable(),
  /** The stopped conversation step by step, with points and reasons; null when nothing of it was observed. */
  explained: explainedView.nullable(),
  /** The journal before the stop, the oldest first. */
  steps: list(stepView),
  cost: z.strictObject({
    /** When the loop began, with the first step that brought nothing new; null when nothing repeated. */
    loop_began_at: timeMs.nullable(),
    tokens_since: z.int(),
    calls_since: z.int(),
    /** Null when none of these calls had a model with a known price. */
    cost_usd: z.number().nullable(),
    unpriced_calls: z.int(),
  }),
  /** Requests that were refused after the stop. */
  refused_after: z.int(),
  events_after: list(eventView),
  /** How to let the agent go on. */
  remedy: z.string(),
  remedy_action: z.enum(['activate', 'resume', 'restart', 'resume-all']).nullable(),
  replay: z.string(),
});

export const incidentsQuery = z.strictObject({
  agent: z.string().exactOptional(),
  state: z.enum(['open', 'all'], 'must be open or all').default('all'),
  before: timeField,
  limit: limitField(500, 50),
});
export const noteBody = z.strictObject(
  { note: text(2_000), ...authorFields },
  'must be a JSON object',
);
/** Null takes it from whoever has it. */
export const assignBody = z.strictObject(
  { assignee: personName.nullable(), ...authorFields },
  'must be a JSON object',
);
const EXEMPT_S_MAX = 2_592_000;
const exemptRule = `must be a whole number of seconds from 60 to ${EXEMPT_S_MAX}`;
export const healthyBody = z.strictObject(
  {
    /** The tool whose repetition is healthy; without it the one that brought most of the points. */
    tool: text(64).exactOptional(),
    /** What is exempt: this call with any numbers in it, all calls of the tool, or everything the agent does. */
    scope: z.enum(['call', 'tool', 'agent'], 'must be call, tool or agent').default('tool'),
    /** For how long; until somebody removes it when absent. An exemption of a whole agent has to end. */
    for_s: z.int(exemptRule).min(60, exemptRule).max(EXEMPT_S_MAX, exemptRule).exactOptional(),
    /** Only tells what would be exempt, and judges the last day again; changes nothing. */
    preview: z.boolean('must be true or false').default(false),
    ...authorFields,
  },
  'must be a JSON object',
);
/** What a person says about the run that was stopped. */
export const caseBody = z.strictObject(
  {
    label: z.enum(['healthy', 'stuck'], 'must be healthy or stuck'),
    /** Ids instead of texts. */
    content_free: z.boolean('must be true or false').default(false),
    ...authorFields,
  },
  'must be a JSON object',
);
export const caseView = z.strictObject({
  incident: incidentSummary,
  label: z.enum(['healthy', 'stuck']),
  /** Where the case was written. */
  file: z.string(),
  steps: z.int(),
  /** Without texts: because it was asked for, or because none were kept. */
  content_free: z.boolean(),
  /** Whether the detector stops the run of the case, as it stopped the agent. */
  still_stopped: z.boolean(),
});
export const healthyView = z.strictObject({
  incident: incidentSummary,
  exception: exceptionView.nullable(),
  /** The last 24 hours under the new settings. */
  backtest: backtestView.nullable(),
});

export const approvalView = z.strictObject({
  id: z.string(),
  agent: z.string(),
  session: z.string().nullable(),
  thread: z.string().nullable(),
  target: z.string(),
  why: z.string(),
  by: z.string(),
  since: timeMs,
  /** A person, or time, said no. */
  refused: z.boolean(),
  /** The rule of tripwire.yaml that asked; null when something else did. */
  rule: z.string().nullable(),
  /** Who may answer; null: every operator. */
  answered_by: list(z.string()).nullable(),
  /** When it is refused without an answer; null where whoever asked decides that. */
  lapses_at: timeMs.nullable(),
});
export const decidedView = z.strictObject({
  id: z.string(),
  decided: z.enum(['granted', 'refused']),
  notes: z.string(),
});

export const shadowQuery = z.strictObject({
  agent: z.string().exactOptional(),
  since: timeField,
});
/** One time that a switch would have stopped an agent, had it been on and out of shadow. */
const shadowStop = z.strictObject({
  at: timeMs,
  session: z.string().nullable(),
  /** Of the detector that was chosen; null where it names none. */
  rule: z.string().nullable(),
  reason: z.string(),
});
export const shadowReport = z.strictObject({
  since: timeMs,
  until: timeMs,
  /** Agents of whose rules some report without acting, or did. */
  agents: list(
    z.strictObject({
      agent: z.string(),
      shadow: z.boolean(),
      would_have_stopped: z.int(),
      /** What its other rules in shadow would have done; those of the constitution always act. */
      would_have: list(wouldView),
      /** What was done in the same time. */
      did: z.strictObject({ stopped: z.int(), held: z.int(), vetoed: z.int(), refused: z.int() }),
      last: eventView.nullable(),
      /** The newest first; not more than 20 of them. */
      stops: list(shadowStop),
    }),
  ),
  complete: z.boolean(),
});

export const connectView = z.strictObject({
  /** Where agents connect. */
  url: z.string(),
  clients: list(z.strictObject({ client: z.string(), line: z.string() })),
  /** Who called, the latest first. */
  seen: list(z.strictObject({ agent: z.string(), at: timeMs })),
});

export const agentsView = list(agentView);
