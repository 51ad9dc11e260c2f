/**
 * `tripwire status`: the server, or one agent in detail.
 */
import { parseArgs } from 'node:util';
import type { Agent } from '../../control/api/client.ts';
import type { StatusView } from '../../control/index.ts';
import { TripwireError } from '../../core/index.ts';
import { agentPath, withAdmin } from '../server/admin-call.ts';
import { printLines } from '../terminal/print-lines.ts';
import { agentStatusLines, serverStatusLines } from './status-text.ts';

/** Help text of the command. */
export const STATUS_HELP = `tripwire status [AGENT] [--json]

Shows the running Tripwire, or one agent in detail: what holds it and which command lifts that.
  --json    one JSON object, as GET /api/status or GET /api/agents/AGENT gives it
Exit codes: 0 shown; 1 no Tripwire is running, or there is no such agent; 2 wrong options.`;

/** Runs the command; returns its exit code. */
export function status(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [agent, ...more] = positionals;
  if (more.length > 0)
    throw new TripwireError('USAGE', 'status takes one agent: tripwire status AGENT');
  return withAdmin(values.json, async (server) => {
    const path = agent === undefined ? '/api/status' : agentPath(agent);
    const body = await server.get<StatusView | Agent>(path);
    if (values.json) console.log(JSON.stringify(body));
    else if ('version' in body) printLines(serverStatusLines(body, server.url));
    else printLines(agentStatusLines(body));
    return 0;
  });
}
