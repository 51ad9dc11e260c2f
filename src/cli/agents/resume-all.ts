/**
 * `tripwire resume-all`: lifts what `stop-all` raised, and nothing else.
 */
import { parseArgs } from 'node:util';
import type { Agent } from '../../control/api/client.ts';
import type { Command } from '../command.ts';
import { agreed } from '../init/consent.ts';
import { withServerOrOwn } from '../server/own-server.ts';
import { isPersonsAct } from '../terminal/person-here.ts';
import { personName } from '../terminal/person-name.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { heldBy, heldLine, remedyText } from './standing-text.ts';

const HELP = `tripwire resume-all [--yes] [--json]

Ends a tripwire stop-all. An agent that was also stopped individually stays stopped, and is named.
It needs a terminal and a yes. A program needs a token with a name in TRIPWIRE_ADMIN_TOKEN (page Settings,
Tokens).
  --yes     don't ask; works at a terminal only
  --json    one JSON object: recorded (true or false)
Exit codes: 0 lifted; 1 not confirmed, nobody could be asked, no Tripwire is running, or it could not be
recorded; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: resumeAll };

async function resumeAll(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      yes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const ask = () => agreed('Let all agents work again?');
  if (!(await isPersonsAct({ isSaid: values.yes, ask }))) return 1;
  return withServerOrOwn(values.json, async (server) => {
    const acted = await server.call('POST /api/resume-all', { body: { by: personName() } });
    if (values.json) sayJson(acted);
    else printLines(resumedAllLines(await server.call('GET /api/agents')));
    return 0;
  });
}

/** The lines about a release of all. */
function resumedAllLines(agents: readonly Agent[]): Line[] {
  const held = agents.flatMap((agent) => heldBy(agent, null));
  return [
    [span('The stop of all agents is lifted.', 'green')],
    ...held.flatMap((one): Line[] => [
      [span(`  ${one.agent} is still stopped: `), ...heldLine(one)],
      [span(`    to lift it: ${remedyText(one)}`, 'cyan')],
    ]),
  ];
}
