/**
 * `tripwire mark`: what a person says about the last stop of an agent, kept as a case.
 */
import { parseArgs } from 'node:util';
import { TripwireError } from '../../core/errors.ts';
import type { Command } from '../command.ts';
import { withAdmin } from '../server/admin-call.ts';
import { isPersonsAct } from '../terminal/person-here.ts';
import { personName } from '../terminal/person-name.ts';
import { complain, say, sayJson } from '../terminal/say.ts';

const HELP = `tripwire mark AGENT healthy|stuck [--content-free] [--why TEXT] [--json]

Writes the last stopped run of an agent, without its secrets, as a case into the data folder, labelled healthy
or stuck (for tripwire tune). It changes nothing for the agent: tripwire resume lets it work again.
  --content-free    ids instead of texts
  --why TEXT        a note that is recorded with it
  --json            one JSON object: the file, and whether the run is still judged as it was
healthy needs a terminal, or a token with a name in TRIPWIRE_ADMIN_TOKEN.
Exit codes: 0 written; 1 it was never stopped, nobody could be asked, or no Tripwire is running;
2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: mark };

async function mark(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      'content-free': { type: 'boolean', default: false },
      why: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [agent, label, ...more] = positionals;
  if (agent === undefined || (label !== 'healthy' && label !== 'stuck') || more.length > 0) {
    throw new TripwireError(
      'USAGE',
      'mark takes an agent and what its run was: tripwire mark AGENT healthy|stuck',
    );
  }
  // What counts as healthy is what tune lets pass.
  if (label === 'healthy' && !(await isPersonsAct({ ask: null }))) return 1;
  return withAdmin(values.json, async (server) => {
    const [newest] = await server.call('GET /api/incidents', { query: { agent, limit: 1 } });
    if (newest === undefined) {
      complain(`tripwire: ${agent} was never stopped, so there is no run to mark`);
      return 1;
    }
    const { why } = values;
    const said = { label, content_free: values['content-free'] } as const;
    const body = { ...said, by: personName(), ...(why === undefined ? {} : { why }) };
    const made = await server.call('POST /api/incidents/:id/case', {
      params: { id: newest.id },
      body,
    });
    if (values.json) sayJson(made);
    else say(`Kept as a ${label} case${made.content_free ? ', without texts' : ''}: ${made.file}`);
    return 0;
  });
}
