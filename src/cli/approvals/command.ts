/**
 * `tripwire approvals`: the actions that wait for a person's yes.
 */
import { parseArgs } from 'node:util';
import { cleanLine } from '../../base/clean-text.ts';
import type { Approval } from '../../control/api/client.ts';
import type { Command } from '../command.ts';
import { withAdmin } from '../server/admin-call.ts';
import { printLines } from '../terminal/print-lines.ts';
import { say, sayJson } from '../terminal/say.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { spanText } from '../terminal/time-text.ts';

const HELP = `tripwire approvals [--json]

Lists the actions that wait for a person's approval: who asks, what for, who may answer, and when the request lapses.
Answer with tripwire grant TARGET or tripwire refuse TARGET.
  --json    one JSON array, as GET /api/approvals gives it
Exit codes: 0 listed; 1 no Tripwire is running, or it refused; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: approvals };

function approvals(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false } },
  });
  return withAdmin(values.json, async (server) => {
    const waiting = await server.call('GET /api/approvals');
    if (values.json) sayJson(waiting);
    else if (waiting.length === 0) say('Nothing waits for approval.');
    else printLines(waiting.flatMap((one) => approvalLines(one, Date.now())));
    return 0;
  });
}

/** One action that waits. */
export function approvalLines(approval: Approval, nowMs: number): Line[] {
  const { agent, session, target, why, since, refused } = approval;
  const { answered_by: answerers, lapses_at: lapsesAt } = approval;
  const whose = session === null ? agent : `${agent}, session ${session}`;
  const state = refused ? 'refused' : `asked ${spanText(nowMs - since)} ago`;
  const lapses = lapsesAt === null ? '' : `, lapses ${new Date(lapsesAt).toISOString()}`;
  const who = answerers === null ? 'every operator' : answerers.join(', ');
  return [
    [span(cleanLine(target), 'bold')],
    [span(`  ${cleanLine(whose)}: ${state}${lapses}`)],
    [span(`  ${cleanLine(why)}`)],
    [span(`  may answer: ${cleanLine(who)}`, 'dim')],
  ];
}
