/**
 * `tripwire agents`: all agents and how they stand.
 */
import { parseArgs } from 'node:util';
import type { Agent } from '../../control/api/client.ts';
import { sumText } from '../../prices/money-text.ts';
import type { Command } from '../command.ts';
import { withAdmin } from '../server/admin-call.ts';
import { countOfThings } from '../terminal/amounts.ts';
import { printLines } from '../terminal/print-lines.ts';
import { say, sayJson } from '../terminal/say.ts';
import { span, type Line, type Span } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';
import { spanText } from '../terminal/time-text.ts';
import { heldSessionLines, heldSessions, holdsText, killSwitchText } from './standing-text.ts';

const HELP = `tripwire agents [--json]

Lists the agents of the running Tripwire: whether each is active, how it works, what holds it and its
sessions, what it cost today (since midnight UTC, by list prices; + where calls of models without a known
price come on top).
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
  'active',
  'mode',
  'health',
  'holds',
  'kill switch',
  'open calls',
  'today',
  'last seen',
];

/** Whether it may work, with the sessions of it that may not. */
function activeSpan(view: Agent): Span {
  // What was only reported may run on.
  if (view.reported) return span(view.active === 0 ? 'no, reported' : 'yes, reported', 'yellow');
  if (view.active === 0) return span('no', 'red');
  const held = heldSessions(view).length;
  if (held === 0 && view.waiting !== null) return span('yes, waits', 'yellow');
  return held === 0
    ? span('yes', 'green')
    : span(`yes, but ${countOfThings(held, 'session')}`, 'yellow');
}

/** The table of agents. */
function agentsTable(views: readonly Agent[], nowMs: number): Line[] {
  const rows = views.map((view): Line[] => [
    [span(view.name)],
    [activeSpan(view)],
    [span(view.mode, view.mode === 'LOOPING' || view.mode === 'RUNAWAY' ? 'red' : 'plain')],
    [span(view.health.toFixed(2))],
    [span(holdsText(view), view.holds.length === 0 ? 'dim' : 'yellow')],
    [span(killSwitchText(view.kill_switch))],
    [span(String(view.open_calls))],
    [span(sumText(view.spend.today))],
    [span(view.last_seen === null ? 'never' : `${spanText(nowMs - view.last_seen)} ago`)],
  ]);
  return textTable(headings, rows);
}
