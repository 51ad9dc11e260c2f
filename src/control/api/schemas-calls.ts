/**
 * The shapes of the API about calls of models: what they used over time, by whom, and a list of them to search.
 */
import { z } from 'zod';
import { limitField, list, timeField, timeMs } from './schemas.ts';

/** How far back figures reach. */
const USAGE_RANGES = ['6h', '24h', '7d'] as const;

const text = z.string().max(200, 'must have at most 200 characters');

export const usageQuery = z.strictObject({
  range: z.enum(USAGE_RANGES, `must be one of ${USAGE_RANGES.join(', ')}`).default('24h'),
  /** Only what this one used; by the hour then. */
  agent: text.exactOptional(),
});

const amounts = {
  calls: z.int(),
  tokens: z.int(),
  /** By list prices; null when no call had a model with a known price. */
  cost_usd: z.number().nullable(),
  unpriced_calls: z.int(),
  refused: z.int(),
  stops: z.int(),
};

/** What one agent, model or client used in the range, the largest first; not more than ten. */
const shares = list(z.strictObject({ name: z.string(), ...amounts }));

export const usageView = z.strictObject({
  since: timeMs,
  until: timeMs,
  /** From when on nothing is missing: the journal may have been cut, or be longer than is read at a start. */
  complete_since: timeMs,
  bucket_ms: z.int(),
  total: z.strictObject(amounts),
  /** The oldest first, those without anything too. */
  buckets: list(z.strictObject({ at: timeMs, ...amounts })),
  by_agent: shares,
  by_model: shares,
  /** By the client that an agent was last seen with since the server started; `not recognised` where none was. */
  by_client: shares,
  /** By what calls were made for, where requests, keys or the configuration say so: ten of each label, the largest first. */
  by_label: list(
    z.strictObject({
      label: z.enum(['user', 'project', 'branch', 'tag']),
      name: z.string(),
      ...amounts,
    }),
  ),
  /** What subagents used of the total. */
  subagents: z.strictObject(amounts),
  /** The stops of the range, the newest first; not more than 200. */
  stops: list(z.strictObject({ at: timeMs, agent: z.string(), incident: z.string() })),
});

const CALL_VERDICTS = ['allowed', 'waited', 'refused', 'failed', 'open'] as const;

export const callsQuery = z.strictObject({
  /** Words that all have to be in the agent, session, model, client, tool or verdict. */
  q: text.exactOptional(),
  agent: text.exactOptional(),
  model: text.exactOptional(),
  verdict: z.enum(CALL_VERDICTS, `must be one of ${CALL_VERDICTS.join(', ')}`).exactOptional(),
  since: timeField,
  /** Only calls that began before this time. */
  before: timeField,
  limit: limitField(500, 100),
});

export const callView = z.strictObject({
  id: z.string(),
  at: timeMs,
  agent: z.string(),
  session: z.string().nullable(),
  model: z.string().nullable(),
  provider: z.string().nullable(),
  client: z.string().nullable(),
  /** The tool whose result the request brought, where it brought one. */
  tool: z.string().nullable(),
  /** Requests that were refused one after the other are one entry. */
  requests: z.int(),
  tokens: z.int(),
  cost_usd: z.number().nullable(),
  took_ms: z.int().nullable(),
  /** `waited`: it was held back and then passed. `open`: no answer yet. */
  verdict: z.enum(CALL_VERDICTS),
  /** The code of what held it back or refused it; null where nothing did. */
  code: z.string().nullable(),
});

export const callsView = z.strictObject({
  calls: list(callView),
  /** Calls that are remembered, the oldest of them, and how many of them fit. */
  remembered: z.int(),
  oldest_at: timeMs.nullable(),
  found: z.int(),
});

/** One call with the texts that were kept of it. */
export const callDetailView = z.strictObject({
  ...callView.shape,
  /** Why, as it was recorded. */
  reason: z.string(),
  /** Null when no text was kept: that is so unless a stop followed, or capture is `all`. */
  texts: list(z.strictObject({ at: timeMs, kind: z.string(), text: z.string() })).nullable(),
});
