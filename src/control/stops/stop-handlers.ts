/**
 * Asks how far stops have come, and hears from `tripwire run` when a process begins and ends.
 */
import { present } from '../../base/present.ts';
import { authorOf } from '../api/caller.ts';
import { knownAgent, type Handlers } from '../api/control-plane.ts';

export const stopHandlers: Handlers<'GET /api/stops' | 'POST /api/agents/:id/process'> = {
  'GET /api/stops': async (plane, { query: { agent } }) => {
    if (agent !== undefined) await knownAgent(plane, { id: agent });
    return { status: 200, body: await plane.alerts.stops.list(agent) };
  },

  'POST /api/agents/:id/process': async (plane, asked) => {
    const agent = await knownAgent(plane, asked);
    const { process: id, state, crashed } = asked.body;
    const how = crashed === true ? 'crashed' : state;
    const details = `process ${id} ${how} (by ${authorOf(asked.caller, asked.body)})`;
    const process = { id, state, ...present({ crashed }) };
    await plane.gate.signal({ agent, source: 'loop', change: 'note', details, process });
    return { status: 200, body: { agent, process: id, state } };
  },
};
