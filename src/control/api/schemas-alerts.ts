/**
 * The shapes of the API around alerts: channels, rules, what was told and what could not be.
 */
import { z } from 'zod';
import { authorFields, limitField, list, timeMs } from './schemas.ts';

const text = (max: number) =>
  z
    .string('must be a text')
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`);
const address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .max(2_048, 'must have at most 2048 characters');

/** May the target lie in a private network? Off unless somebody says so. */
const allowPrivate = z.boolean('must be true or false').default(false);
const name = text(64);

/** What each kind of channel needs. */
export const channelTarget = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('webhook'),
      url: address,
      /** Of Standard Webhooks, whsec_…; made when none is given, and shown once. */
      secret: z
        .string('must be a text')
        .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64')
        .exactOptional(),
    }),
    z.strictObject({ kind: z.literal('slack'), url: address }),
    z.strictObject({ kind: z.literal('discord'), url: address }),
    z.strictObject({ kind: z.literal('teams'), url: address }),
    z.strictObject({
      kind: z.literal('email'),
      host: text(253),
      port: z.int().min(1).max(65_535).default(587),
      /** True: TLS from the first byte. False: STARTTLS where the server has it. */
      secure: z.boolean().default(false),
      user: text(256).exactOptional(),
      password: text(1_024).exactOptional(),
      from: text(320),
      to: text(1_024),
    }),
    z.strictObject({
      kind: z.literal('telegram'),
      bot_token: text(256),
      chat_id: text(64),
      url: address.default('https://api.telegram.org'),
    }),
    z.strictObject({
      kind: z.literal('pagerduty'),
      routing_key: text(64),
      url: address.default('https://events.pagerduty.com/v2/enqueue'),
    }),
  ],
  'kind must be webhook, slack, discord, teams, email, telegram or pagerduty',
);

export const newChannelBody = z.strictObject(
  { name, enabled: z.boolean().default(true), allow_private: allowPrivate, target: channelTarget },
  'must be a JSON object',
);
export const channelChangeBody = z.strictObject(
  {
    name: name.exactOptional(),
    enabled: z.boolean('must be true or false').exactOptional(),
    allow_private: z.boolean('must be true or false').exactOptional(),
    target: channelTarget.exactOptional(),
  },
  'must be a JSON object',
);
export const channelView = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  enabled: z.boolean(),
  allow_private: z.boolean(),
  /** Where it goes, without what is secret. */
  where: z.string(),
  created_at: timeMs,
  /** How the last delivery went; null when there was none. */
  last: z.strictObject({ at: timeMs, ok: z.boolean(), problem: z.string().nullable() }).nullable(),
});
/** With the secret that was made for it, shown this once. */
export const newChannelView = z.strictObject({
  ...channelView.shape,
  secret: z.string().nullable(),
});
export const channelTestView = z.strictObject({
  ok: z.boolean(),
  took_ms: z.int(),
  problem: z.string().nullable(),
});

export const RULES = [
  'kill_switch',
  'soft_suspend',
  'hard_stop',
  'stop_all',
  'stop_unconfirmed',
  'budget',
  'plan',
  'parked',
  'budget_asks',
  'stuck',
  'agent_silent',
  'error_rate',
  'approval_waiting',
  'would_have',
  'chain_broken',
] as const;
export const ruleName = z.enum(RULES);

export const ruleView = z.strictObject({
  id: ruleName,
  what: z.string(),
  enabled: z.boolean(),
  /** Ids of the channels it is told on; null: on all. */
  channels: list(z.string()).nullable(),
  /** Per cent of a budget or of failed calls, or minutes of silence; null where the rule has no number. */
  level: z.int().nullable(),
  unit: z.enum(['percent', 'minutes']).nullable(),
});
export const ruleChangeBody = z.strictObject(
  {
    enabled: z.boolean('must be true or false').exactOptional(),
    channels: z.array(z.string(), 'must be a list of ids').max(64).nullable().exactOptional(),
    level: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(10_080, 'must be at most 10080')
      .exactOptional(),
  },
  'must be a JSON object',
);

const alertState = z.enum(['firing', 'acknowledged', 'resolved']);
export const alertView = z.strictObject({
  id: z.string(),
  rule: ruleName,
  agent: z.string(),
  session: z.string().nullable(),
  state: alertState,
  fired_at: timeMs,
  changed_at: timeMs,
  acknowledged_by: z.string().nullable(),
  /** What happened, in one sentence. */
  what: z.string(),
  /** The numbers behind it. */
  numbers: z.string(),
  cost: z.string(),
  incident: z.string().nullable(),
  how_to_resume: z.string(),
  /** The action that waits for a yes, where it is about one. */
  target: z.string().exactOptional(),
});
export const alertsQuery = z.strictObject({
  state: z
    .enum(['open', 'firing', 'acknowledged', 'resolved', 'all'], 'must be a state, open or all')
    .default('all'),
  limit: limitField(1_000, 100),
});
export const acknowledgeBody = z.strictObject(authorFields, 'must be a JSON object');

export const deliveryView = z.strictObject({
  id: z.string(),
  channel: z.string(),
  channel_name: z.string(),
  alert: z.string(),
  state: z.enum(['pending', 'delivered', 'dead']),
  alert_state: alertState,
  attempts: z.int(),
  created_at: timeMs,
  next_at: timeMs.nullable(),
  delivered_at: timeMs.nullable(),
  problem: z.string().nullable(),
});
export const deliveriesQuery = z.strictObject({
  state: z
    .enum(['pending', 'delivered', 'dead'], 'must be pending, delivered or dead')
    .default('pending'),
  limit: limitField(1_000, 100),
});

export const alertsView = list(alertView);
