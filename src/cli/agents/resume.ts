/**
 * `tripwire resume`: lets an agent, or one of its sessions, work again.
 *
 * Releasing is the dangerous direction, so a person at a terminal types the agent's name. Without a terminal it takes a
 * token with a name: an agent has a shell too.
 */
import { parseArgs } from 'node:util';
import { present } from '../../base/present.ts';
import type { Answer } from '../../control/api/client.ts';
import { TripwireError } from '../../core/errors.ts';
import type { Command } from '../command.ts';
import { withServerOrOwn } from '../server/own-server.ts';
import { oneAgent } from '../terminal/agent-argument.ts';
import { confirmName } from '../terminal/confirm-name.ts';
import { personName } from '../terminal/person-name.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { heldBy, heldLine, remedyText, type Held } from './standing-text.ts';

const HELP = `tripwire resume AGENT [--session S] [--subagent ID] [--restart] [--yes] [--json]

Lets an agent work again after a stop, a pause, the kill switch or a suspension. If no Tripwire is running,
the change is made in the journal.
It needs a terminal, where you type the agent's name. A program needs a token with a name in
TRIPWIRE_ADMIN_TOKEN (page Settings, Tokens).
  --session S    only this session of the agent
  --subagent ID  only this subagent
  --restart      also lift a hard stop, and reset its health
  --yes          don't ask; works at a terminal only
  --json         one JSON object: the agent as it is then
Exit codes: 0 it may work; 1 something else still stops it (it is named), the name was not confirmed,
nobody could be asked, no Tripwire is running, or there is no such agent; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: resume };

type Acted = Answer<'POST /api/agents/:id/resume'>;

/** What lifts holds, and the one thing more that `--restart` does. */
const LIFTING = ['POST /api/agents/:id/activate', 'POST /api/agents/:id/resume'] as const;
const RESTARTING = [...LIFTING, 'POST /api/agents/:id/restart'] as const;

async function resume(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      session: { type: 'string' },
      subagent: { type: 'string' },
      restart: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const agent = oneAgent('resume', positionals);
  const { session, subagent } = values;
  if (subagent !== undefined && values.restart) {
    throw new TripwireError('USAGE', '--restart is for an agent or a session, not for a subagent.');
  }
  const ask = () => confirmName(agent, process.stdin, process.stdout);
  // Loaded here: only after the words were understood is anybody asked.
  const { isPersonsAct } = await import('../terminal/person-here.ts');
  if (!(await isPersonsAct({ isSaid: values.yes, ask }))) return 1;
  return withServerOrOwn(values.json, async (server) => {
    const body = { by: personName(), ...present({ session, subagent }) };
    let acted: Acted | null = null;
    for (const act of values.restart ? RESTARTING : LIFTING) {
      acted = await server.call(act, { params: { id: agent }, body });
    }
    const held = heldAfter(acted, session ?? null);
    if (values.json) sayJson(acted);
    else printLines(resumeLines(agent, session ?? null, held));
    return held.length === 0 ? 0 : 1;
  });
}

/** What still stands, as far as the server could tell. */
function heldAfter(acted: Acted | null, session: string | null): Held[] {
  const { holds, sessions } = acted ?? {};
  if (acted === null || holds === undefined || sessions === undefined) return [];
  return heldBy({ id: acted.id, holds, sessions }, session);
}

/** The lines about a release. */
function resumeLines(agent: string, session: string | null, held: readonly Held[]): Line[] {
  const whom = session === null ? agent : `${agent}, session ${session},`;
  if (held.length === 0) return [[span(`${whom} may work again.`, 'green')]];
  return [
    [span(`${whom} is still stopped:`, 'bold')],
    ...held.flatMap((one): Line[] => [
      [span('  '), ...heldLine(one)],
      [span(`    to lift it: ${remedyText(one)}`, 'cyan')],
    ]),
  ];
}
