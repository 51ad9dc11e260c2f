/**
 * `tripwire status-line`: what Claude Code starts to draw its status line, which is the one place outside the model's answers
 * where it tells how full the windows of a subscription are. It is also the only place where it shows something while a
 * request is kept waiting.
 *
 * It draws in any case and never fails: a line that is missing tells a person less than one without news.
 */
import { spawnSync } from 'node:child_process';
import { errorWords } from '../../base/error-words.ts';
import { boundedText } from '../../base/node/bounded-text.ts';
import {
  STATUS_LINE_CLIENT,
  statusLineFigures,
  statusLineSession,
  type StatusLineFigures,
} from '../../clients/claude-code/status-line.ts';
import { standingShown, tellPlan, type ShownStanding } from '../../hooks/index.ts';
import { hookServer } from '../../server/hook-server.ts';
import type { Command } from '../command.ts';
import { complain, say } from '../terminal/say.ts';
import { clockText } from '../terminal/time-text.ts';

const HELP = `tripwire status-line [-- COMMAND [ARGUMENT…]] < input

Draws the status line of Claude Code: whether its calls wait or it is stopped, and why. It also tells a running Tripwire
how full the windows of the subscription are, which counts as if an answer had said it (docs/plan-windows.md). In
~/.claude/settings.json; with refreshInterval (seconds) it is drawn again while a call waits:
  "statusLine": {"type": "command", "command": "tripwire status-line", "refreshInterval": 5}
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
  const news = await exchanged(statusLineSession(input), figures);
  if (program !== undefined) {
    const ran = spawnSync(program, rest, { input, stdio: ['pipe', 'inherit', 'inherit'] });
    return ran.status ?? 1;
  }
  const windows = (figures?.windows ?? []).map(
    ({ name, used }) => `${SHORT[name as keyof typeof SHORT]} ${Math.round(used / PERCENT)}%`,
  );
  say(['tripwire', ...windows, ...news].join(' · '));
  return 0;
}

/** Tells the server and asks it; how the session stands or what went wrong, in words that fit a line. */
async function exchanged(
  session: string | null,
  figures: StatusLineFigures | null,
): Promise<readonly string[]> {
  if (session === null) return [];
  try {
    const server = hookServer(STATUS_LINE_CLIENT, process.env);
    if (server === null) return ['no server'];
    const shown = standingShown(server, session);
    await Promise.all([shown, figures === null ? null : tellPlan(server, figures)]);
    return standingWords(await shown);
  } catch (error) {
    return [errorWords(error).split('\n')[0] ?? 'not told'];
  }
}

function standingWords({ stopped, waiting }: ShownStanding): readonly string[] {
  if (stopped !== null) return [`STOPPED: ${stopped}`];
  return waiting === null ? [] : [`waiting until ${clockText(waiting.until)}: ${waiting.why}`];
}
