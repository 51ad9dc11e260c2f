/**
 * `tripwire status-line`: what Claude Code starts to draw its status line, which is the one place outside the model's answers
 * where it tells how full the windows of a subscription are.
 *
 * It draws in any case and never fails: a line that is missing tells a person less than one without news.
 */
import { spawnSync } from 'node:child_process';
import { errorWords } from '../../base/error-words.ts';
import { boundedText } from '../../base/node/bounded-text.ts';
import {
  STATUS_LINE_CLIENT,
  statusLineFigures,
  type StatusLineFigures,
} from '../../clients/claude-code/status-line.ts';
import { tellPlan } from '../../hooks/index.ts';
import { hookServer } from '../../server/hook-server.ts';
import type { Command } from '../command.ts';
import { complain, sayText } from '../terminal/say.ts';

const HELP = `tripwire status-line [-- COMMAND [ARGUMENT…]] < input

Draws the status line of Claude Code, and tells a running Tripwire how full the windows of the subscription are:
shown, budgeted and parked by as if an answer had said it (docs/plan-windows.md). For sessions whose model calls
don't pass Tripwire. In ~/.claude/settings.json:
  "statusLine": {"type": "command", "command": "tripwire status-line"}
  -- COMMAND     draws with this command instead, which gets the same input
Exit codes: 0 drawn; that of COMMAND where there is one; 2 wrong options.

Examples:
  tripwire status-line -- ~/.claude/my-line.sh`;

const INPUT_BYTES_MAX = 1_048_576;
const PERCENT = 100;
const SHORT = { five_hour: '5h', seven_day: '7d' } as const;

/** The command. */
export const command: Command = { help: HELP, run: draw };

async function draw(args: readonly string[]): Promise<number> {
  const [mark, program, ...rest] = args;
  if (mark !== undefined && (mark !== '--' || program === undefined)) {
    complain('tripwire: status-line takes nothing but a command behind --; see --help');
    return 2;
  }
  const input = await boundedText(process.stdin, INPUT_BYTES_MAX);
  const figures = statusLineFigures(input, Date.now());
  const problem = figures === null ? null : await told(figures);
  if (program !== undefined) {
    const ran = spawnSync(program, rest, { input, stdio: ['pipe', 'inherit', 'inherit'] });
    return ran.status ?? 1;
  }
  const windows = (figures?.windows ?? []).map(
    ({ name, used }) => `${SHORT[name as keyof typeof SHORT]} ${Math.round(used / PERCENT)}%`,
  );
  sayText(['tripwire', ...windows, ...(problem === null ? [] : [problem])].join(' · '));
  return 0;
}

/** Tells the server; what went wrong, in words that fit a line. Without a server there is nobody to tell. */
async function told(figures: StatusLineFigures): Promise<string | null> {
  try {
    const server = hookServer(STATUS_LINE_CLIENT, process.env);
    if (server === null) return 'no server';
    await tellPlan(server, figures);
    return null;
  } catch (error) {
    return errorWords(error).split('\n')[0] ?? 'not told';
  }
}
