/**
 * `tripwire agents`: all agents and their states.
 */
import { parseArgs } from 'node:util';
import type { Agent } from '../../control/api/client.ts';
import { sumText } from '../../prices/money-text.ts';
import type { Command } from '../command.ts';
import { withAdmin } from '../server/admin-call.ts';
import { countText } from '../terminal/amounts.ts';
import { printLines } from '../terminal/print-lines.ts';
import { say, sayJson } from '../terminal/say.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';
import { spanText } from '../terminal/time-text.ts';
import { byUrgency, heldSessionLines, killSwitchText, stateSpan } from './standing-text.ts';

const HELP = `tripwire agents [--json]

Lists the agents of the running Tripwire, stopped ones first: the state of each, its calls, tokens and cost
since midnight UTC (at list prices; a + means that calls without a known price are not included), and its
stopped sessions, each with the command that resumes it.
  --json    one JSON array, as GET /api/agents gives it
Exit codes: 0 listed; 1 no Tripwire is running, or it refused; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: agents };

function agents(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false } },
  });
  return withAdmin(values.json, async (server) => {
    const views = await server.call('GET /api/agents');
    if (values.json) sayJson(views);
    else if (views.length === 0) say('No agent has called yet.');
    else printLines([...agentsTable(views, Date.now()), ...heldSessionLines(views)]);
    return 0;
  });
}

const headings = [
  'agent',
  'state',
  'health',
  'calls',
  'tokens',
  'cost today',
  'open calls',
  'kill switch',
  'last seen',
];

/** The table of agents. */
function agentsTable(views: readonly Agent[], nowMs: number): Line[] {
  const rows = byUrgency(views).map((view): Line[] => [
    [span(view.name)],
    [stateSpan(view)],
    [span(view.health.toFixed(2))],
    [span(countText(view.calls_today))],
    [span(countText(view.spend.today.tokens))],
    [span(sumText(view.spend.today))],
    [span(String(view.open_calls))],
    [span(killSwitchText(view.kill_switch))],
    [span(view.last_seen === null ? 'never' : `${spanText(nowMs - view.last_seen)} ago`)],
  ]);
  return textTable(headings, rows);
}
