/**
 * `tripwire events`: what happened, and with `--follow` what happens.
 */
import { parseArgs } from 'node:util';
import { present } from '../../base/present.ts';
import { eventText } from '../../control/agents/event-text.ts';
import { titleIn } from '../../control/agents/event-title.ts';
import type { ApiEvent, CallOptions } from '../../control/api/client.ts';
import { EVENT_TYPES } from '../../control/api/event-types.ts';
import { TripwireError } from '../../core/errors.ts';
import type { Command } from '../command.ts';
import { withAdmin, type AdminServer } from '../server/admin-call.ts';
import { printLines } from '../terminal/print-lines.ts';
import { say, sayJson } from '../terminal/say.ts';
import { span, type Line, type Style } from '../terminal/styled-line.ts';
import { momentText } from '../terminal/time-text.ts';
import { followEvents } from './follow-events.ts';

const HELP = `tripwire events [AGENT] [--type TYPE] [--limit N] [--follow] [--json]

Shows the newest events of all agents or of one, the oldest of them first.
  --type TYPE    one of ${EVENT_TYPES.slice(0, 6).join(', ')},
                 ${EVENT_TYPES.slice(6).join(', ')}
  --limit N      how many, from 1 to 10000 (default 20)
  --follow       then show new events as they come, until interrupted
  --json         one JSON object a line
Exit codes: 0 shown; 1 no Tripwire is running, or there is no such agent; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: events };

const LIMIT_MAX = 10_000;
const AGENT_COLUMNS = 14;
const WHAT_COLUMNS = 18;

const STOPS: ReadonlySet<string> = new Set(['hold', 'kill_switch']);
/** As many as the page asks for. */
const INCIDENTS_READ = '200';

const styles: Readonly<Record<string, Style>> = {
  kill_switch: 'alarm',
  hold: 'red',
  veto: 'yellow',
  warning: 'yellow',
  kill_switch_shadow: 'yellow',
  would_have: 'yellow',
  release: 'green',
};

function events(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      type: { type: 'string' },
      limit: { type: 'string', default: '20' },
      follow: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [agent, ...more] = positionals;
  if (more.length > 0)
    throw new TripwireError('USAGE', 'events takes one agent: tripwire events AGENT');
  const type = requireType(values.type);
  const limit = requireLimit(values.limit);
  const filter = type === undefined ? {} : { type };
  return withAdmin(values.json, async (server) => {
    const show = async (...shown: readonly ApiEvent[]) => {
      if (values.json) shown.forEach(sayJson);
      else printLines(await eventLines(server, shown));
    };
    const found = await eventsOf(server, agent, { ...filter, limit });
    await show(...found);
    if (!values.follow) {
      if (found.length === 0 && !values.json) say('Nothing has happened yet.');
      return 0;
    }
    return followEvents(server, feedOf(server, agent, filter), found.at(-1)?.id ?? 0, show);
  });
}

type Filter = NonNullable<CallOptions<'GET /api/events'>['query']>;

/** The newest events, of one agent or of all. */
function eventsOf(server: AdminServer, agent: string | undefined, query: Filter) {
  return agent === undefined
    ? server.call('GET /api/events', { query })
    : server.call('GET /api/agents/:id/events', { params: { id: agent }, query });
}

/** The address of the same events as a feed. */
function feedOf(server: AdminServer, agent: string | undefined, query: Filter): string {
  return agent === undefined
    ? server.address('GET /api/events', { query })
    : server.address('GET /api/agents/:id/events', { params: { id: agent }, query });
}

/** Events in a line each. Of stops the titles are asked for: they name what the agent ran. */
async function eventLines(server: AdminServer, told: readonly ApiEvent[]): Promise<Line[]> {
  const stopsSomebody = told.some(({ event_type: type }) => STOPS.has(type));
  const stops = stopsSomebody
    ? await server.call('GET /api/incidents', { query: { limit: INCIDENTS_READ } })
    : [];
  return told.map((event) => eventLine(event, titleIn(stops, event)));
}

function eventLine(event: ApiEvent, title: string | undefined): Line {
  const { agent, session, event_type: type, timestamp, reason, details } = event;
  const said = { type, reason, details, ...present({ title }) };
  const { what, text, numbers } = eventText(said, momentText);
  const whom = agent === '*' ? 'all agents' : agent;
  return [
    span(momentText(timestamp), 'dim'),
    span(`  ${whom.padEnd(AGENT_COLUMNS)}  `),
    span(what.padEnd(WHAT_COLUMNS), styles[type] ?? 'plain'),
    span(`  ${text}${numbers === '' ? '' : `. ${numbers}`}`),
    span(session === null ? '' : ` (session ${session})`, 'dim'),
  ];
}

function requireType(type: string | undefined): (typeof EVENT_TYPES)[number] | undefined {
  const known = EVENT_TYPES.find((one) => one === type);
  if (type === undefined || known !== undefined) return known;
  throw new TripwireError('USAGE', `--type must be one of ${EVENT_TYPES.join(', ')}, not ${type}`);
}

function requireLimit(limit: string): string {
  const count = Number(limit);
  if (/^\d+$/.test(limit) && count >= 1 && count <= LIMIT_MAX) return limit;
  throw new TripwireError(
    'USAGE',
    `--limit must be a whole number from 1 to ${LIMIT_MAX}, not ${limit}`,
  );
}
