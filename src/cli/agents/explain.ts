/**
 * `tripwire explain`: why an agent was stopped, in plain words with its numbers, and what to do now.
 */
import { parseArgs } from 'node:util';
import type { Incident } from '../../control/api/client.ts';
import type { Command } from '../command.ts';
import { withAdmin, type AdminServer } from '../server/admin-call.ts';
import { oneAgent } from '../terminal/agent-argument.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { explainLines, explanationOf } from './explain-text.ts';
import { stepLines } from './step-lines.ts';

const HELP = `tripwire explain AGENT [--steps] [--json]

Shows the last stop or refusal of an agent: why, by which rule and numbers, since when, who lifted it,
and what to do.
  --steps   also its last stop step by step: what was done, the points, the score against its limit, and why
  --json    one JSON object with the agent, what happened, who lifted it and the remedies
Exit codes: 0 shown; 1 no Tripwire is running, or there is no such agent; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: explain };

/** Events that are looked through, newest first of each kind. */
const EVENTS_READ = 50;
const kinds = ['kill_switch', 'hold', 'veto', 'operator', 'release'] as const;

function explain(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      steps: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const name = oneAgent('explain', positionals);
  return withAdmin(values.json, async (server) => {
    const params = { id: name };
    const agent = await server.call('GET /api/agents/:id', { params });
    // Each kind by itself: many refusals must not push the one stop out of sight.
    const lists = await Promise.all(
      kinds.map((type) =>
        server.call('GET /api/agents/:id/events', { params, query: { type, limit: EVENTS_READ } }),
      ),
    );
    const incidents = await server.call('GET /api/incidents', {
      query: { agent: name, limit: EVENTS_READ },
    });
    const explanation = explanationOf(agent, lists.flat(), incidents);
    const incident = values.steps ? await lastIncident(server, name) : null;
    if (values.json) {
      sayJson(incident === null ? explanation : { ...explanation, steps: incident.explained });
      return 0;
    }
    printLines([
      ...explainLines(explanation),
      ...(incident === null ? [] : [[], ...stepLines(incident)]),
    ]);
    return 0;
  });
}

/** The newest stop in full; null when there was none. */
async function lastIncident(server: AdminServer, agent: string): Promise<Incident | null> {
  const [newest] = await server.call('GET /api/incidents', { query: { agent, limit: 1 } });
  if (newest === undefined) return null;
  return server.call('GET /api/incidents/:id', { params: { id: newest.id } });
}
