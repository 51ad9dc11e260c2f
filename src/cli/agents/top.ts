/**
 * `tripwire top`: the live table of all agents in a terminal, from the running server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Agent } from '../../control/api/client.ts';
import { sumText } from '../../prices/money-text.ts';
import type { Command } from '../command.ts';
import { withAdmin } from '../server/admin-call.ts';
import { LiveTable } from '../terminal/live-table.ts';
import { printLines } from '../terminal/print-lines.ts';
import { keysIn, scrolledTo } from '../terminal/scrolled.ts';
import { sparkline } from '../terminal/sparkline.ts';
import { clip, span, widthOf, type Line } from '../terminal/styled-line.ts';
import { canDraw, wantsColours } from '../terminal/terminal.ts';
import { textTable } from '../terminal/text-table.ts';
import { planSpan } from './plan-text.ts';
import { heldBy, stateSpan, stateWhy } from './standing-text.ts';

const HELP = `tripwire top [--once]

Shows what every agent is doing, twice a second, until interrupted (or q). The busiest come first, stopped ones above them.
Arrow keys, Page Up and Page Down scroll where there are more agents than lines.
  --once    print one table and end; without a terminal it always does
Exit codes: 0 shown; 1 no Tripwire is running, or it refused; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: top };

const EVERY_MS = 500;
const SPARK_MINUTES = 12;
const GAP = '  ';
const headings = [
  'agent',
  'state',
  'health',
  'tokens/min',
  'budget',
  'last minutes',
  'open calls',
  'today',
  'plan',
];

function top(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { once: { type: 'boolean', default: false } },
  });
  return withAdmin(false, async (server) => {
    const look = () => server.call('GET /api/agents');
    if (values.once || !canDraw(process.stdout, process.env)) {
      printLines(topTable(await look(), Infinity));
      return 0;
    }
    const ended = new AbortController();
    process.once('SIGINT', () => ended.abort());
    process.once('SIGTERM', () => ended.abort());
    const table = new LiveTable(process.stdout, wantsColours(process.env));
    let from = 0;
    let lines: readonly Line[] = [];
    const unheard = hearKeys((key) => {
      if (key === 'q' || key === '\u0003') ended.abort();
      from = scrolledTo(key, from, lines.length - 1, table.room - 2);
      table.draw(lines, from);
    });
    try {
      while (!ended.signal.aborted) {
        lines = topTable(await look(), table.columns);
        table.draw(lines, from);
        await sleep(EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
      }
    } finally {
      unheard();
      table.close();
    }
    return 0;
  });
}

/** Hears single keys where there is a keyboard; returns how to stop that. */
function hearKeys(take: (key: string) => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => undefined;
  const hear = (chunk: Buffer) => {
    for (const key of keysIn(chunk.toString('utf8'))) take(key);
  };
  stdin.setRawMode(true);
  stdin.on('data', hear);
  return () => {
    stdin.off('data', hear);
    stdin.setRawMode(false);
    stdin.pause();
  };
}

/** The table, in so many columns. */
export function topTable(agents: readonly Agent[], columns: number): Line[] {
  if (agents.length === 0) return [[span('No agent has called yet.', 'dim')]];
  const ordered = agents.toSorted(
    (one, other) =>
      rank(other) - rank(one) || one.name.localeCompare(other.name, 'en', { numeric: true }),
  );
  const rows = ordered.map((view): Line[] => {
    const { usage } = view;
    const minutes = usage.tokens_by_minute.slice(-SPARK_MINUTES);
    const isFull = usage.tokens_minute * 10 >= usage.budget_tokens_minute * 9;
    return [
      [span(view.name)],
      [stateSpan(view)],
      [span(view.health.toFixed(2), view.health < 0.6 ? 'yellow' : 'plain')],
      [span(usage.tokens_minute.toLocaleString('en'), isFull ? 'yellow' : 'plain')],
      [span(usage.budget_tokens_minute.toLocaleString('en'), 'dim')],
      [span(sparkline(minutes, Math.max(1, ...minutes)), 'cyan')],
      [span(String(view.open_calls))],
      [span(sumText(view.spend.today))],
      [planSpan(view)],
    ];
  });
  const whys = ['why', ...ordered.map(stateWhy)];
  return textTable(headings, rows).map((line, index) => {
    const room = columns - widthOf(line) - GAP.length;
    const why = whys[index] ?? '';
    const words = Number.isFinite(room) ? clip(why, room) : why;
    return [...line, span(GAP), span(words, index === 0 ? 'bold' : 'dim')];
  });
}

/** Stopped ones first, then by what they spend. */
function rank(view: Agent): number {
  const isStopped = view.problem !== null || heldBy(view, null).length > 0;
  return (isStopped ? 1e12 : 0) + view.usage.tokens_minute;
}
