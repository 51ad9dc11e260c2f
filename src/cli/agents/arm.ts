/**
 * `tripwire arm`: the kill switch of all agents, also of those to come, in one act.
 */
import { parseArgs } from 'node:util';
import { present } from '../../base/present.ts';
import { keepKillSwitch, loadConfig } from '../../config/index.ts';
import { answeringServer } from '../../server/server-file.ts';
import type { Command } from '../command.ts';
import { agreed } from '../init/consent.ts';
import { withAdmin } from '../server/admin-call.ts';
import { configSources } from '../server/config-sources.ts';
import { serverKnowsToken } from '../server/known-token.ts';
import { isPersonsAct, type Confirmation } from '../terminal/person-here.ts';
import { personName } from '../terminal/person-name.ts';
import { printLines } from '../terminal/print-lines.ts';
import { say, sayJson } from '../terminal/say.ts';
import { span } from '../terminal/styled-line.ts';
import { switchLine } from './switch-text.ts';

const HELP = `tripwire arm [--shadow] [--why TEXT] [--data DIR] [--yes] [--json]

Arms the kill switch of all agents, including new ones: from then on a loop is stopped. The change is
recorded, and kept in tripwire.yaml for later starts. If no Tripwire is running, it is only kept there.
  --shadow      watch first: loops are reported, not stopped. Where loops are stopped now, that is a
                release: it needs a terminal and a yes, or a token with a name in TRIPWIRE_ADMIN_TOKEN
  --why TEXT    what is recorded beside it
  --data DIR    data folder (default ~/.tripwire)
  --yes         don't ask; works at a terminal only
  --json        one JSON object: kill_switch, changed (agents), kept_in, warning
Exit codes: 0 armed; 1 not armed, and says why; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: arm };

async function arm(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      shadow: { type: 'boolean', default: false },
      why: { type: 'string' },
      data: { type: 'string' },
      yes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const { shadow, why, json } = values;
  const config = loadConfig(configSources(undefined, { data: values.data }));
  const isElsewhere = (process.env['TRIPWIRE_ADMIN_URL'] ?? '') !== '';
  if (!isElsewhere && (await answeringServer(config.data)) === null) {
    const { killSwitch } = config;
    const loosens = shadow && killSwitch.enabled && !killSwitch.shadow;
    if (loosens && !(await isLoosened(values.yes, serverKnowsToken))) return 1;
    const file = keepKillSwitch(config, { enabled: true, shadow });
    const warning = 'No Tripwire is running: it is in force from the next start, tripwire up.';
    if (json) sayJson({ kill_switch: null, changed: [], kept_in: file, warning });
    else say(`Wrote kill_switch to ${file}. ${warning}`);
    return 0;
  }
  return withAdmin(json, async (server) => {
    const { state } = shadow
      ? (await server.call('GET /api/status')).kill_switch
      : { state: 'off' };
    if (state !== 'off' && state !== 'shadow' && !(await isLoosened(values.yes))) return 1;
    const body = { shadow, by: personName(), ...(why === undefined ? {} : { why }) };
    const armed = await server.call('POST /api/arm', { body });
    if (json) {
      sayJson(armed);
      return 0;
    }
    const { changed, kept_in: file, warning } = armed;
    printLines([
      [span('kill switch: ', 'bold'), ...switchLine(armed.kill_switch)],
      ...(changed.length === 0 ? [] : [[span(`changed: ${changed.join(', ')}`)]]),
      ...(file === null ? [] : [[span(`kept in ${file}`, 'dim')]]),
      ...(warning === null ? [] : [[span(warning, 'yellow')]]),
    ]);
    return 0;
  });
}

/** Whether somebody means that loops are no longer stopped. */
function isLoosened(isSaid: boolean, knowsToken?: Confirmation['knowsToken']): Promise<boolean> {
  const ask = () => agreed('Loops are stopped now. Only report them from now on?');
  return isPersonsAct({ isSaid, ask, ...present({ knowsToken }) });
}
