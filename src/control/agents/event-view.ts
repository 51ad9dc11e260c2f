/**
 * Events in the API's words, and which of them the store is asked for.
 */
import { z } from 'zod';
import type { EventType } from '../../journal/index.ts';
import type { EventQuery, StoredEvent } from '../../store/index.ts';
import { checkedShape } from '../api/checked-shape.ts';
import { EVENT_TYPES } from '../api/event-types.ts';
import { Problem } from '../api/problem.ts';
import { lastEventIdField, type agentEventsQuery, type eventView } from '../api/schemas.ts';

/** An event as it is sent. */
export type EventView = z.output<typeof eventView>;

/** Every type that there is can be asked for, and no other. */
EVENT_TYPES satisfies readonly EventType[];

/** Which events: those after one of them, those before one, or else the newest; always in the order they happened. */
export type EventsAsked = z.output<typeof agentEventsQuery> & { readonly agent?: string };

const lastEventIdShape = z.strictObject({ 'last-event-id': lastEventIdField });

/** The id that a feed is taken up again after. */
export function lastEventId(text: string): number {
  return checkedShape(lastEventIdShape, { 'last-event-id': text }, [])['last-event-id'];
}

/** What the store is asked for. */
export function storeQuery({ after, before, limit, ...filter }: EventsAsked): EventQuery {
  if (after !== undefined && before !== undefined) {
    throw new Problem('bad-request', 'Give after or before, not both.');
  }
  if (after !== undefined) return { ...filter, afterId: after, limit };
  const older = before === undefined ? {} : { afterId: before };
  return { ...filter, ...older, newestFirst: true, limit };
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
