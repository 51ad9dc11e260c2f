/**
 * Events in the API's words, and which of them were asked for.
 */
import { z } from 'zod';
import type { EventType } from '../gate/index.ts';
import { READ_LIMIT_MAX, type EventQuery, type StoredEvent } from '../store/index.ts';
import { checkedShape } from './checked-shape.ts';

/** An event as it is sent. */
export interface EventView {
  /** Numbers grow. */
  readonly id: number;
  /** The agent; `*` for what concerns all of them. */
  readonly agent: string;
  readonly session: string | null;
  readonly event_type: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Every type of event that can be asked for. */
export const EVENT_TYPES = [
  'kill_switch',
  'kill_switch_shadow',
  'warning',
  'hold',
  'release',
  'veto',
  'operator',
  'refused',
  'note',
] as const satisfies readonly EventType[];

/** Which events: those after one of them, or else the newest; always in the order they happened. */
export interface EventsAsked {
  readonly type?: EventType;
  readonly after?: number;
  readonly limit: number;
}

const LIMIT_DEFAULT = 100;
const limitRule = `must be a whole number from 1 to ${READ_LIMIT_MAX}`;
const afterRule = 'must be the id of an event: a whole number from 0 on';

const wholeNumber = (rule: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, rule)
    .transform(Number);

const querySchema = z.strictObject({
  type: z.enum(EVENT_TYPES, `must be one of ${EVENT_TYPES.join(', ')}`).exactOptional(),
  after: wholeNumber(afterRule).exactOptional(),
  limit: wholeNumber(limitRule)
    .refine((limit) => limit >= 1 && limit <= READ_LIMIT_MAX, limitRule)
    .default(LIMIT_DEFAULT),
});

/** Reads the query of a request; unknown names are refused. */
export function eventsAsked(query: URLSearchParams): EventsAsked {
  const asked: EventsAsked = checkedShape(
    querySchema,
    Object.fromEntries(query),
    Object.keys(querySchema.shape),
  );
  return asked;
}

/** The id that a feed is taken up again after. */
export function lastEventId(text: string): number {
  return checkedShape(
    z.strictObject({ 'last-event-id': wholeNumber(afterRule) }),
    { 'last-event-id': text },
    [],
  )['last-event-id'];
}

/** What the store is asked for. */
export function storeQuery(agent: string | null, { type, after, limit }: EventsAsked): EventQuery {
  return {
    ...(agent === null ? {} : { agent }),
    ...(type === undefined ? {} : { type }),
    ...(after === undefined ? { newestFirst: true } : { afterId: after }),
    limit,
  };
}

/** An event in the API's words. */
export function viewEvent(event: StoredEvent): EventView {
  const { id, agent, session, eventType, timestamp, reason, details } = event;
  return {
    id,
    agent,
    session,
    event_type: eventType,
    timestamp,
    reason,
    details: JSON.parse(details) as EventView['details'],
  };
}
