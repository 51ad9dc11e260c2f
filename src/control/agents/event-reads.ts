/**
 * Events, as a list, as a feed or as a file, of one agent or of all.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { present } from '../../base/present.ts';
import { checkedEvents } from '../../journal/index.ts';
import type { EventQuery, Store } from '../../store/index.ts';
import { knownAgent, type Handlers, type Plane } from '../api/control-plane.ts';
import { csvLine } from '../api/csv-line.ts';
import {
  lastEventId,
  storeQuery,
  viewEvent,
  type EventsAsked,
  type EventView,
} from './event-view.ts';

const EXPORT_PAGE = 1_000;
const columns = ['id', 'timestamp', 'time', 'agent', 'session', 'event_type', 'reason', 'details'];

export const eventReads: Handlers<
  'GET /api/events' | 'GET /api/agents/:id/events' | 'GET /api/events/export'
> = {
  'GET /api/events': (plane, { request, response, query }) =>
    events(plane, request, response, query),

  'GET /api/agents/:id/events': async (plane, asked) => {
    const agent = await knownAgent(plane, asked);
    return events(plane, asked.request, asked.response, { ...asked.query, agent });
  },

  'GET /api/events/export': async ({ store }, { request, response, query }) => {
    const { format, ...filter } = query;
    const isCsv = format === 'csv';
    response.writeHead(200, {
      'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      'content-disposition': `attachment; filename="tripwire-events.${isCsv ? 'csv' : 'jsonl'}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    if (isCsv) response.write(csvLine(columns));
    if (request.method === 'HEAD') {
      response.end();
      return null;
    }
    for await (const event of allEvents(store, filter)) {
      const line = isCsv ? csvLine(cells(event)) : `${JSON.stringify(event)}\n`;
      if (!response.write(line) && !(await drained(response))) return null;
    }
    response.end();
    return null;
  },
};

async function events(
  { store, feeds, login }: Plane,
  request: IncomingMessage,
  response: ServerResponse,
  wanted: EventsAsked,
): Promise<{ status: number; body: EventView[] } | null> {
  if (!/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) {
    const found = await checkedEvents(store, await store.events(storeQuery(wanted)));
    const inOrder = wanted.after === undefined ? found.toReversed() : found;
    return { status: 200, body: inOrder.map(viewEvent) };
  }
  const resumed = request.headers['last-event-id'];
  // A client that comes back has read further than the address it first came with.
  const after = typeof resumed === 'string' ? lastEventId(resumed) : (wanted.after ?? null);
  const { agent, session, type } = wanted;
  const filter = {
    ...present({ agent, session, type }),
  };
  const isWelcome = () => login.callerOf(request) !== null;
  await feeds.open(response, { filter, after, isWelcome });
  return null;
}

/** All that fit, page by page, so that a long history takes no memory. */
async function* allEvents(
  store: Store,
  filter: Omit<EventQuery, 'limit' | 'afterId'>,
): AsyncGenerator<EventView> {
  let afterId = 0;
  for (;;) {
    const page = await store.events({ ...filter, afterId, limit: EXPORT_PAGE });
    for (const event of await checkedEvents(store, page)) yield viewEvent(event);
    afterId = page.at(-1)?.id ?? afterId;
    if (page.length < EXPORT_PAGE) return;
  }
}

function cells(event: EventView): readonly string[] {
  return [
    String(event.id),
    String(event.timestamp),
    new Date(event.timestamp).toISOString(),
    event.agent,
    event.session ?? '',
    event.event_type,
    event.reason,
    JSON.stringify(event.details),
  ];
}

/** False when the reader is gone. */
function drained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isThere: boolean) => () => {
      response.off('drain', there);
      response.off('close', gone);
      resolve(isThere);
    };
    const [there, gone] = [done(true), done(false)];
    response.on('drain', there);
    response.on('close', gone);
    if (response.destroyed) gone();
  });
}
