/**
 * `tripwire run -- COMMAND`: one command under the eyes of Tripwire, and nothing else changed on the machine.
 *
 * A base URL that is exported breaks every client when Tripwire is down; here it is set for this process alone, and
 * the server lives as long as the command does where none was running.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { errorWords } from '../../base/error-words.ts';
import { startProblem } from '../../base/node/start-problem.ts';
import { clientOfProgram } from '../../clients/every-client.ts';
import { clientArguments, clientVariables, settingsNote } from '../../clients/lines.ts';
import { withoutSecrets } from '../../config/index.ts';
import { TripwireError } from '../../core/index.ts';
import { CallTally } from '../../journal/index.ts';
import { findStateFolder } from '../../loop/index.ts';
import { runMark, StartedCommand, watchHolds } from '../../night/index.ts';
import type { Command } from '../command.ts';
import { configSources } from '../server/config-sources.ts';
import { agentOption } from '../terminal/agent-argument.ts';
import { complain } from '../terminal/say.ts';
import { heldBefore, isStopped, joinAgent, keyInPath, summaryLine } from './agent.ts';
import { asksForStops, stopOf, type AsksForStops } from './end-on-stop.ts';
import { nameOf } from './options.ts';
import { openPlace, type RunPlace } from './place.ts';
import { NO_COMMAND, restarted, restartsOf, type ToldProcess } from './restarts.ts';
import { runSupervised } from './supervised.ts';
import { tellWaits } from './waits.ts';

const HELP = `tripwire run [--agent NAME] [--restart N] [--end-on-stop] [--data DIR] [--config FILE] -- COMMAND [ARGUMENT…]
tripwire run --task FILE|TEXT [--engine NAME] [--max-iterations N] [--until TIME] [--budget TOKENS] [-- COMMAND…]
tripwire run --resume

Runs a command so that its model calls go through Tripwire: the one that is running, or one that is started for it and
ends with it. Only this process is pointed there (ANTHROPIC_BASE_URL, OPENAI_BASE_URL, OPENAI_API_BASE, GOOGLE_GEMINI_BASE_URL,
TRIPWIRE_URL, TRIPWIRE_AGENT), including the hooks of a coding agent. The first time, on a terminal, it asks two
questions and writes your answers to tripwire.yaml. While calls wait for a limit, it says until when and why; if a coding agent
draws on this terminal, it does so when that has ended. The command gets neither your TRIPWIRE_ADMIN_TOKEN nor a key that
tripwire.yaml names (env:NAME): where agents need keys, it gets its own key instead.
  --agent NAME     what the agent is called (default: the name of the command)
  --restart N      start the command again when it crashes, N times at most, with growing pauses; not while it is stopped
  --end-on-stop    end the command and all it started when the agent is stopped; without it the client is refused
  --data DIR       folder of the journal and all state (default ~/.tripwire)
  --config FILE    settings (default tripwire.yaml in the data folder)
With a task it supervises: turn after turn, restarts, other engines, advisors, and a report (docs/overnight.md).
  --task FILE|TEXT     what is to be done
  --engine NAME        the engine to begin with (engines: in MANIFEST.yaml; the command is the first of them)
  --max-iterations N   pause at a checkpoint after N turns; kept as safety.max_iterations
  --until TIME         when to end: 07:00, 8h, 90m or a date
  --budget TOKENS      end after this many tokens: 120000, 500k or 2M
  --resume             continue a night that was not finished
Exit codes of a night: 0 done; 1 it ended early (STOP, time, budget); 130 interrupted, can be resumed.
A file named STOP in the project's .geometry folder ends the command and all it started, PAUSE stops it for a while. With a
task, a stop of the agent (tripwire stop, the kill switch) does so too, until it is lifted.
Exit codes: that of the command; 127 when there is no such command; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run };

/** Signals that are passed on to the command. */
const PASSED_ON = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

async function run(args: readonly string[]): Promise<number> {
  const end = args.indexOf('--');
  const ownWords = end === -1 ? args : args.slice(0, end);
  const started = end === -1 ? [] : args.slice(end + 1);
  const { values } = parseArgs({
    args: [...ownWords],
    options: {
      agent: { type: 'string' },
      restart: { type: 'string' },
      'end-on-stop': { type: 'boolean', default: false },
      data: { type: 'string' },
      config: { type: 'string' },
      task: { type: 'string' },
      engine: { type: 'string' },
      'max-iterations': { type: 'string' },
      until: { type: 'string' },
      budget: { type: 'string' },
      resume: { type: 'boolean', default: false },
    },
  });
  const sources = configSources(values.config, { data: values.data });
  if (values.task !== undefined || values.resume) {
    const agent = values.agent === undefined ? null : agentOption(values.agent);
    return runSupervised({ ...values, agent, command: started, sources });
  }
  refuseWithoutTask(values);
  const [program, ...rest] = started;
  if (program === undefined) {
    throw new TripwireError(
      'USAGE',
      'run takes a command behind --, such as tripwire run -- claude',
    );
  }
  const agent = agentOption(values.agent ?? nameOf(program));
  const restarts = restartsOf(values.restart);
  const place = await openPlace(sources, say);
  let code: number;
  try {
    const joined = await joinAgent(place, agent);
    const key = keyInPath(place, joined);
    const env = { ...clientVariables(place.url, agent, program, key), ...joined };
    const words = [...clientArguments(place.url, agent, program, key), ...rest];
    const inherited = withoutSecrets(process.env, place.config);
    const tally = await CallTally.open(place.store);
    const before = await heldBefore(place, agent);
    say(`${agent} runs under Tripwire at ${place.url} (${place.settings})`);
    const note = settingsNote(place.url, agent, program, key);
    if (note !== null) say(note);
    const tell = await processTold(place, agent);
    const endOfWaits = tellWaits({ place, agent, ownsScreen: drawsItself(program), say });
    code = await restarted(restarts, {
      ...whole(tell, async () => {
        const asks = values['end-on-stop'] ? await asksForStops(place, agent) : null;
        return runCommand([program, ...words], { ...inherited, ...env }, asks);
      }),
      isStopped: () => isStopped(place, agent),
      say,
    }).finally(endOfWaits);
    await tally.update();
    if (code !== NO_COMMAND) {
      say(await summaryLine(place, agent, tally.of(agent), before));
    }
  } finally {
    await place.close();
  }
  return code;
}

/** A command that ended while others that it started still run has not ended for whoever stopped it. */
function whole(tell: ToldProcess, runOnce: () => Promise<Ended>) {
  let left = 0;
  const told: ToldProcess = (state, crashed) => {
    if (state === 'started' || left === 0 || crashed === true) return tell(state, crashed);
    say(`${left} of the processes that it started still run`);
    return Promise.resolve();
  };
  return {
    told,
    run: async () => {
      const ended = await runOnce();
      ({ left } = ended);
      return ended.code;
    },
  };
}

/** Tells a server that stays what becomes of the process, so that a stop can be seen to end it. */
async function processTold({ admin, lasts }: RunPlace, agent: string): Promise<ToldProcess> {
  if (!lasts) return () => Promise.resolve();
  const params = { id: agent };
  const tell: ToldProcess = async (state, crashed = false) => {
    try {
      const how = crashed ? { crashed } : {};
      const body = { process: String(process.pid), state, ...how, by: 'run' };
      await admin.call('POST /api/agents/:id/process', { params, body });
    } catch (error) {
      say(`the server was not told that the command ${state}: ${errorWords(error)}`);
    }
  };
  await admin.call('POST /api/agents', { body: { name: agent, by: 'run' } });
  return tell;
}

/** How a command ended, and how many processes it left behind. */
interface Ended {
  readonly code: number;
  readonly left: number;
}

/** Runs it; with `asks` it ends when that agent is stopped. */
function runCommand(
  [program = '', ...args]: readonly string[],
  variables: NodeJS.ProcessEnv,
  asks: AsksForStops | null,
): Promise<Ended> {
  return new Promise((resolve) => {
    const mark = runMark();
    const env = { ...variables, ...mark };
    const child = spawn(program, args, { stdio: 'inherit', env });
    const passOn = (signal: NodeJS.Signals) => {
      // From the keyboard it has reached the command already; twice would mean "at once" to many.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of PASSED_ON) process.on(signal, passOn);
    const place = { ...findStateFolder(process.cwd(), process.env), env: process.env };
    const endsOnBlocker = hooksEndNothing(program);
    const started = child.pid === undefined ? null : new StartedCommand(child.pid, mark);
    const watch = started === null ? null : watchHolds(place, started, { say, endsOnBlocker });
    const over = new AbortController();
    const stopped = started === null || asks === null ? null : endWhenStopped(asks, started, over);
    const ended = (code: number) => {
      over.abort();
      watch?.close();
      for (const signal of PASSED_ON) process.removeListener(signal, passOn);
      void Promise.resolve(stopped).then(() => resolve({ code, left: started?.left() ?? 0 }));
    };
    child.once('error', (error) => {
      say(`cannot run ${program}: ${startProblem(error)}`);
      ended(NO_COMMAND);
    });
    child.once('exit', (code, signal) => {
      ended(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** Ends all of it once its agent is stopped. */
async function endWhenStopped(
  asks: AsksForStops,
  started: StartedCommand,
  over: AbortController,
): Promise<void> {
  const stop = await stopOf(asks, { ended: over.signal, say });
  if (stop === null) return;
  say(`${asks.agent} is stopped (${stop.title}): the command and all it started are ended`);
  const left = started.end();
  if (left > 0) say(`${left} of its processes could not be ended`);
}

/** Whether it is a coding agent that has the terminal to itself. */
function drawsItself(program: string): boolean {
  return process.stdout.isTTY && clientOfProgram(program) !== null;
}

/** Whether the hooks of a client can deny but not end. */
function hooksEndNothing(program: string): boolean {
  return clientOfProgram(program)?.hooks?.endsNothing === true;
}

/** Options that only a night has. */
function refuseWithoutTask(values: Readonly<Record<string, unknown>>): void {
  const given = ['engine', 'max-iterations', 'until', 'budget'].find(
    (name) => values[name] !== undefined,
  );
  if (given === undefined) return;
  throw new TripwireError('USAGE', `--${given} belongs to a task; name it with --task`);
}

/** Beside the command's own output, which may be read by a program. */
function say(line: string): void {
  complain(`tripwire: ${line}`);
}
