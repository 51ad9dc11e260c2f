/**
 * `tripwire status`: the server, or one agent in detail.
 */
import { parseArgs } from 'node:util';
import { TripwireError } from '../../core/errors.ts';
import type { Command } from '../command.ts';
import { withAdmin } from '../server/admin-call.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { nodeLines } from './node-text.ts';
import { agentStatusLines, serverStatusLines } from './status-text.ts';

const HELP = `tripwire status [AGENT] [--json]

Shows the running Tripwire, or one agent in detail: why it is stopped and which command resumes it. Where
several servers share one database, it lists them: version, lease, calls under way, and changes that a node
has not confirmed yet.
  --json    one JSON object, as GET /api/status or GET /api/agents/AGENT gives it
Exit codes: 0 shown; 1 no Tripwire is running, or there is no such agent; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: status };

function status(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [agent, ...more] = positionals;
  if (more.length > 0)
    throw new TripwireError('USAGE', 'status takes one agent: tripwire status AGENT');
  return withAdmin(values.json, async (server) => {
    if (agent === undefined) {
      const found = await server.call('GET /api/status');
      if (values.json) sayJson(found);
      else {
        const agents = await server.call('GET /api/agents');
        printLines(serverStatusLines(found, agents, server.url));
        printLines(nodeLines(await server.call('GET /api/nodes')));
      }
      return 0;
    }
    const found = await server.call('GET /api/agents/:id', { params: { id: agent } });
    if (values.json) sayJson(found);
    else printLines(agentStatusLines(found));
    return 0;
  });
}
