/**
 * `tripwire stop`: stops an agent, or one of its sessions, at once.
 */
import { parseArgs } from 'node:util';
import type { Command } from '../command.ts';
import { withAdmin } from '../server/admin-call.ts';
import { oneAgent } from '../terminal/agent-argument.ts';
import { personName } from '../terminal/person-name.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { stopLines } from './stop-text.ts';

const HELP = `tripwire stop AGENT [--session S] [--why TEXT] [--json]

Stops an agent at once: calls under way are ended, everything else is refused until a person resumes it.
  --session S    only this session of the agent
  --why TEXT     the reason, for the record and for the agent's client
  --json         one JSON object: the agent, recorded (true or false), calls_ended
Exit codes: 0 stopped, also where it is not yet recorded; 1 no Tripwire is running, or there is no such
agent; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: stop };

function stop(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      session: { type: 'string' },
      why: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const agent = oneAgent('stop', positionals);
  const { session, why } = values;
  return withAdmin(values.json, async (server) => {
    const body = {
      by: personName(),
      ...(session === undefined ? {} : { session }),
      ...(why === undefined ? {} : { why }),
    };
    const acted = await server.call('POST /api/agents/:id/deactivate', {
      params: { id: agent },
      body,
    });
    if (values.json) {
      sayJson(acted);
      return 0;
    }
    const whom = session === undefined ? agent : `${agent}, session ${session},`;
    const held = { hold: 'manual', agent, session: session ?? null } as const;
    printLines(stopLines(acted, `${whom} is stopped.`, held));
    return 0;
  });
}
