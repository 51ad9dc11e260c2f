/**
 * `tripwire up`: starts the server, says where to point which client, and shows what happens.
 */
import { parseArgs } from 'node:util';
import { stateFolder } from '../../base/node/state-folder.ts';
import { loadConfig } from '../../config/index.ts';
import { heedEndings } from '../../server/signals.ts';
import { startServer } from '../../server/start.ts';
import type { Command } from '../command.ts';
import { canAsk } from '../init/consent.ts';
import { askQuestions } from '../run/questions.ts';
import { configSources } from '../server/config-sources.ts';
import { say, sayJson } from '../terminal/say.ts';
import { span } from '../terminal/styled-line.ts';
import { upDemo } from './demo.ts';
import { pointingLines, serverLines, serverObject } from './intro.ts';
import { openShow } from './show.ts';
import { hintWhenSlowed } from './slowed.ts';

const HELP = `tripwire up [--port N] [--admin-port N] [--data DIR] [--store URL [--fleet]] [--config FILE] [--prices FILE] [--json]
tripwire up --demo [--once] [--data DIR] [--json]

Starts Tripwire: agents connect to one port, people to the other. Ctrl-C ends it. The first time, on a terminal, it asks
whether loops may be stopped and which budgets apply, and keeps the answers in tripwire.yaml.
  --port N          for agents (default 4180; 0: any free one)
  --admin-port N    for people (default 4181; 0: any free one)
  --data DIR        folder of the journal and all state (default ~/.tripwire)
  --store URL       keep the journal in Postgres: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD or ~/.pgpass.
                    Only one server may use a database at a time, unless all are started with --fleet
  --fleet           with --store: be one of several servers that serve this database at once (docs/fleet.md)
  --config FILE     settings (default tripwire.yaml in the data folder)
  --prices FILE     your prices instead of the list's (default prices.json in the data folder, if it exists)
  --demo            a made-up provider and three scripted agents, on free ports: one is stopped while you watch
                    (what npm start runs). Its data stays until the next demo
  --once            with --demo: end after the show, also on a terminal
  --json            one JSON object a line: the server, then the events
On a terminal it shows a table of the agents; elsewhere, or with CI=true, one line for each event.
Signals: SIGHUP reads the configuration again, SIGUSR2 stops all agents. A file named STOP in the data folder
stops all agents too.
Exit codes: 0 ended; 2 could not start, and says why.`;

/** The command. */
export const command: Command = { help: HELP, run: up };

const options = {
  port: { type: 'string' },
  'admin-port': { type: 'string' },
  data: { type: 'string' },
  store: { type: 'string' },
  fleet: { type: 'boolean' },
  config: { type: 'string' },
  prices: { type: 'string' },
  demo: { type: 'boolean', default: false },
  once: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

async function up(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options });
  const { json, once, port, data, store, fleet, prices } = values;
  const flags = { port, adminPort: values['admin-port'], data, store, fleet, prices };
  const sources = configSources(values.config, flags);
  if (values.demo) return upDemo({ sources, json, once });
  const show = openShow(json);
  const log = (line: string) => show.say([[span(line)]]);
  const { env } = process;
  // Once, where a person can be asked and nobody has configured anything.
  if (!json && canAsk()) await askQuestions(loadConfig(sources), say);
  const config = loadConfig(sources);
  const endings = heedEndings(log);
  const server = await startServer({ config, env, log, states: stateFolder(env) });
  const ended = endings.serve({ server, sources });
  if (json) sayJson(serverObject(server));
  else show.say([...serverLines(server), [], ...pointingLines(server.url)]);
  await show.follow(server);
  hintWhenSlowed(server, log);
  await ended;
  await show.close();
  return 0;
}
