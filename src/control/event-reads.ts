/**
 * Events, as a list or as a feed, of one agent or of all.
 */
import { knownAgent, type Asked, type Handler, type Plane } from './control-plane.ts';
import { eventsAsked, lastEventId, storeQuery, viewEvent } from './event-view.ts';

export const agentEvents: Handler = async (plane, asked) =>
  events(plane, asked, await knownAgent(plane, asked));

export const allEvents: Handler = (plane, asked) => events(plane, asked, null);

async function events(
  { store, feeds }: Plane,
  { request, response, query }: Asked,
  agent: string | null,
) {
  const wanted = eventsAsked(query);
  if (!/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) {
    const found = await store.events(storeQuery(agent, wanted));
    const inOrder = wanted.after === undefined ? found.toReversed() : found;
    return { status: 200, body: inOrder.map(viewEvent) };
  }
  const resumed = request.headers['last-event-id'];
  // A client that comes back has read further than the address it first came with.
  const after = typeof resumed === 'string' ? lastEventId(resumed) : (wanted.after ?? null);
  const filter = {
    ...(agent === null ? {} : { agent }),
    ...(wanted.type === undefined ? {} : { type: wanted.type }),
  };
  await feeds.open(response, filter, after);
  return null;
}
