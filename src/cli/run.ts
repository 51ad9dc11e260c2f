/**
 * `tripwire run -- COMMAND`: one command under the eyes of Tripwire, and nothing else changed on the machine.
 *
 * A base URL that is exported breaks every client when Tripwire is down; here it is set for this process alone, and
 * the server lives as long as the command does where none was running.
 */
import { spawn } from 'node:child_process';
import { constants, homedir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isAgentName, loadConfig, type Config, type ConfigSources } from '../config/index.ts';
import { knownControlToken } from '../control/index.ts';
import { TripwireError } from '../core/index.ts';
import { openSqliteStore } from '../store/index.ts';
import { adminServer } from './admin-call.ts';
import { CallTally } from './call-tally.ts';
import { clientArguments, clientVariables } from './client-lines.ts';
import { joinAgent, summaryLine } from './run-agent.ts';
import { askQuestions } from './run-questions.ts';
import { heedStopSignals } from './serve-signals.ts';
import { startServer } from './serve.ts';
import { answeringServer } from './server-file.ts';

/** Help text of the command. */
export const RUN_HELP = `tripwire run [--agent NAME] [--data DIR] [--config FILE] -- COMMAND [ARGUMENT…]

Runs the command with its model calls going through Tripwire: a running one, or one of its own that ends with it.
Only this process is pointed at it (ANTHROPIC_BASE_URL, OPENAI_BASE_URL, OPENAI_API_BASE, GOOGLE_GEMINI_BASE_URL,
TRIPWIRE_URL, TRIPWIRE_AGENT), and so are the hooks of a coding agent. The first time, on a terminal, it asks two
questions and writes the answers to tripwire.yaml.
  --agent NAME     what the agent is called (default: the name of the command)
  --data DIR       folder of the journal and all state (default ~/.tripwire)
  --config FILE    settings (default tripwire.yaml in the data folder)
Exit codes: that of the command; 127 when there is no such command; 2 wrong options.`;

/** Signals that are passed on to the command. */
const PASSED_ON = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

const NO_COMMAND = 127;

/** Runs the command; returns its exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const command = end === -1 ? [] : args.slice(end + 1);
  const { values } = parseArgs({
    args: [...own],
    options: {
      agent: { type: 'string' },
      data: { type: 'string' },
      config: { type: 'string' },
    },
  });
  const [program, ...rest] = command;
  if (program === undefined) {
    throw new TripwireError(
      'USAGE',
      'run takes a command behind --, such as tripwire run -- claude',
    );
  }
  const agent = requireName(values.agent ?? nameOf(program));
  const sources: ConfigSources = {
    file: values.config,
    env: process.env,
    home: homedir(),
    flags: { data: values.data },
  };
  const place = await openPlace(sources);
  let code: number;
  try {
    const variables = clientVariables(place.url, agent, program);
    const env = { ...variables, ...(await joinAgent(place, agent)) };
    const words = [...clientArguments(place.url, agent, program), ...rest];
    const tally = await CallTally.open(place.store);
    say(`${agent} runs under Tripwire at ${place.url} (${place.settings})`);
    code = await runCommand(program, words, env);
    await tally.update();
    if (code !== NO_COMMAND) say(await summaryLine(place, agent, tally.of(agent)));
  } finally {
    await place.close();
  }
  return code;
}

/** The server that is used, the person's own or one for this command. */
async function openPlace(sources: ConfigSources) {
  const { data } = loadConfig(sources);
  const running = await answeringServer(data);
  if (running !== null) {
    const config = loadConfig(sources);
    const store = await openSqliteStore({ file: join(data, 'journal.db'), readOnly: true });
    const token = knownControlToken(data, process.env);
    const admin = adminServer({ url: running.adminUrl, token });
    const settings = running.forOneCommand
      ? `that of another run, process ${running.pid}: it ends with that; tripwire up starts one that stays`
      : `the running one, process ${running.pid}`;
    return {
      url: running.url,
      config,
      store,
      admin,
      settings,
      lasts: true,
      close: () => store.close(),
    };
  }
  await askQuestions(loadConfig(sources), say);
  const { config, server } = await startOwn(sources);
  const { store, url, adminUrl } = server;
  const admin = adminServer({ url: adminUrl, token: knownControlToken(data, process.env) });
  const { killSwitch, constitution } = config;
  const settings = `${constitution}, loops are ${stopsLoops(killSwitch) ? 'stopped' : 'reported, not stopped'}`;
  return { url, config, store, admin, settings, lasts: false, close: () => server.close() };
}

async function startOwn(sources: ConfigSources) {
  const flags = { ...sources.flags, port: 0, adminPort: 0 };
  const config = loadConfig({ ...sources, flags });
  const env = process.env;
  const server = await startServer({ config, env, log: say, forOneCommand: true });
  heedStopSignals(server, say);
  return { config, server };
}

function stopsLoops({ enabled, shadow }: Config['killSwitch']): boolean {
  return enabled && !shadow;
}

function runCommand(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...variables };
    const child = spawn(program, args, { stdio: 'inherit', env });
    const passOn = (signal: NodeJS.Signals) => {
      // From the keyboard it has reached the command already; twice would mean "at once" to many.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of PASSED_ON) process.on(signal, passOn);
    const ended = (code: number) => {
      for (const signal of PASSED_ON) process.removeListener(signal, passOn);
      resolve(code);
    };
    child.once('error', (error) => {
      say(`cannot run ${program}: ${error.message}`);
      ended(NO_COMMAND);
    });
    child.once('exit', (code, signal) => {
      ended(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** The command's own name, as an agent may be called. */
function nameOf(program: string): string {
  return basename(program)
    .replaceAll(/[^A-Za-z0-9._:@-]/g, '_')
    .slice(0, 64);
}

function requireName(name: string): string {
  if (isAgentName(name)) return name;
  throw new TripwireError(
    'USAGE',
    `--agent must be 1 to 64 letters, digits and . _ - : @ (not "." or ".."), not ${JSON.stringify(name)}`,
  );
}

/** Beside the command's own output, which may be read by a program. */
function say(line: string): void {
  console.error(`tripwire: ${line}`);
}
