/**
 * `tripwire doctor`: what is in force here and whether it is sound.
 */
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import { clientFindings, type ClientFinding } from '../../clients/findings.ts';
import { ConfigError, loadConfig, type Config, type ConfigSources } from '../../config/index.ts';
import { protectionLevel } from '../../server/protection-level.ts';
import { answeringServer, type ServerNote } from '../../server/server-file.ts';
import type { Command } from '../command.ts';
import { configSources } from '../server/config-sources.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { span } from '../terminal/styled-line.ts';
import { acceptedClock, acceptedJournal, isAccepted } from './accept.ts';
import { seenAgents } from './ask-seen-agents.ts';
import { doctorChecks, isClosed } from './checks.ts';
import { openDoors } from './doors.ts';
import { rebuildAll } from './rebuild.ts';
import { doctorLines } from './screen.ts';
import { settingsInForce } from './settings.ts';
import { exposuresOf } from './surface/exposures.ts';
import { surfaceFacts } from './surface/facts.ts';
import { switchCheck, switchInForce } from './switch.ts';

const HELP = `tripwire doctor [--settings] [--rebuild] [--accept-journal] [--accept-clock] [--data DIR] [--config FILE] [--json]

Says what is wrong here, or that nothing is, and what an agent that runs as you could do right now. Then it shows what it checked:
the kill switch, Node, the data folder and the whole journal; the coding agents on the PATH, how each is logged in and whether its
traffic goes through Tripwire; what this set-up protects against; and the attack surface (ports, users, file modes, keys, hooks).
The settings that differ from the defaults come last. Run it as the user of your agents to see what they could do. You can run it
beside a server: it only reads, starts no client, and tries the server's ports without a token to check that they refuse it.
  --settings       show every setting in force (of the running server, if there is one), with where it comes from
  --rebuild        first rebuild the events from the journal (no server may run)
  --accept-journal accept a journal that was restored, cut or deleted; recorded (no server may run). It needs a terminal and a yes
  --accept-clock   confirm a clock that jumped, so that old data is deleted again; recorded (no server may run). It needs a
                   terminal and a yes
  --data DIR       data folder (default ~/.tripwire)
  --config FILE    settings (default tripwire.yaml in the data folder)
  --json           one JSON object: settings, checks, clients, protection, attack_surface
Exit codes: 0 nothing is broken (clients don't count); 1 something is broken, and it says what, or nobody accepted it; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: doctor };

async function doctor(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rebuild: { type: 'boolean', default: false },
      'accept-journal': { type: 'boolean', default: false },
      'accept-clock': { type: 'boolean', default: false },
      data: { type: 'string' },
      config: { type: 'string' },
      settings: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const sources = configSources(values.config, { data: values.data });
  const config = configOrProblem(sources);
  if (config instanceof ConfigError) {
    if (values.json) sayJson({ ok: false, problems: config.problems });
    else
      printLines([
        [span('✗ ', 'red'), span('These settings can’t be used:')],
        ...config.message.split('\n').map((line) => [span(line)]),
      ]);
    return 1;
  }
  const { 'accept-journal': journal, 'accept-clock': clock } = values;
  if (!(await isAccepted(journal, clock))) return 1;
  const accepted = [
    ...(journal ? [await acceptedJournal(config)] : []),
    ...(clock ? [await acceptedClock(config)] : []),
  ];
  const rebuilt = values.rebuild ? await rebuildAll(config) : [];
  const server = await answeringServer(config.data);
  const switched = isClosed(config.data)
    ? []
    : [switchCheck(await switchInForce(config, server, process.env))];
  const checks = [...accepted, ...rebuilt, ...switched, ...(await doctorChecks(config))];
  const clients = await clientsHere(config, server);
  const doors = await openDoors(server, config);
  const protection = protectionLevel(config, {
    ownClients: clients.filter(isPointedHere).map(({ title }) => title),
    openDoors: doors,
  });
  const ok = checks.every((check) => check.ok) && (doors ?? []).length === 0;
  const inForce = await settingsInForce(config, server, process.env);
  const facts = await surfaceFacts(config, server, inForce, process.env);
  const exposures = exposuresOf(facts);
  if (values.json) {
    const { settings, of: settingsOf, differing } = inForce;
    sayJson({
      ok,
      settings,
      settings_of: settingsOf,
      settings_differing: differing,
      checks,
      clients,
      protection,
      attack_surface: { ...facts, agent_of_this_user: exposures },
    });
  } else {
    const found = { checks, doors, inForce, facts, exposures, clients, protection };
    printLines(doctorLines(found, values.settings, Date.now()));
  }
  return ok ? 0 : 1;
}

function configOrProblem(sources: ConfigSources): Config | ConfigError {
  try {
    return loadConfig(sources);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** The coding agents, seen from the server that answers, else from the one that would be started. */
async function clientsHere({ data, host, port }: Config, server: ServerNote | null) {
  const seen = await seenAgents(server, data, process.env);
  const configured = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const place = { home: homedir(), env: process.env, here: server?.url ?? configured };
  return clientFindings(place, seen);
}

/** Pointed here by settings in this home: it runs as the user whose home this is. */
function isPointedHere({ passes }: ClientFinding): boolean {
  return passes !== null && ['seen', 'pointed', 'partly'].includes(passes.state);
}
