/**
 * `tripwire hook CLIENT`: what a coding agent starts at each of its events.
 *
 * It loads little before the payload is read, and what decides only when there is something to decide; a decider that
 * cannot be loaded is then a failure like any other, and refuses.
 */
import { HOOK_DEADLINES_MS } from '../../base/hook-deadlines.ts';
import { clientNamed, HOOK_CLIENT_IDS, type ClientId } from '../../clients/table.ts';
import {
  decideWithServer,
  failClosed,
  isAnsweredByServer,
  runHook,
  standardInput,
  writeTo,
  type Decide,
  type HookRun,
} from '../../hooks/index.ts';
import type { Command } from '../command.ts';
import { complain } from '../terminal/say.ts';

const HELP = `tripwire hook CLIENT < payload

Answers one event of a coding agent's hooks: ${HOOK_CLIENT_IDS.join(', ')}.
The client starts it; docs/hooks.md says how to put it into the client's settings.
A running Tripwire decides: the one at TRIPWIRE_URL (as TRIPWIRE_AGENT, with TRIPWIRE_AGENT_KEY), else that of the data
folder. Without one the hook decides by itself.
If anything goes wrong before a tool or a prompt, it is refused.
Exit codes: 0 answered (the answer is on standard output); 2 it could not be judged, so it is refused.

Examples:
  tripwire hook claude-code < payload.json`;

/** The form in which a hook starts itself to ask an advisor, who takes longer than any hook may. */
const ADVISE = '--advise';

/** The command. */
export const command: Command = { help: HELP, run: hook };

async function hook(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === ADVISE) {
    const { runAdvisor } = await import('../../loop/advisor/run-advisor.ts');
    await runAdvisor(rest[0] ?? '');
    return 0;
  }
  const client = name === undefined ? null : clientNamed(name);
  if (client?.hooks === undefined || rest.length > 0) {
    complain(`tripwire: ${usageProblem(name, rest)}; see tripwire hook --help`);
    return 2;
  }
  return answerClient(client.id);
}

async function answerClient(client: ClientId): Promise<number> {
  // An error in the background would end the process with an exit code that lets the tool run.
  const { promise: crash, reject } = Promise.withResolvers<never>();
  process.on('uncaughtException', reject);
  crash.catch(() => undefined);
  const decide: Decide = (question) => Promise.race([crash, decideHere(question)]);
  const stdin = standardInput();
  // Each form refuses by itself; this is for what fails before one of them begins.
  const output = await failClosed(client, HOOK_DEADLINES_MS.hook, async () => {
    const env = await ownEnvironment();
    const isAnswered: HookRun['isAnswered'] = (about, waitMs) =>
      answered({ client, env, about, waitMs });
    return runHook({ client, stdin, env, decide, isAnswered });
  });
  await writeTo('stderr', output.stderr);
  await writeTo('stdout', output.stdout);
  // Work that was too slow to answer must not keep the client waiting now.
  process.exit(output.exitCode);
}

/** The environment; that of a hook that root installed is root's. */
async function ownEnvironment(): Promise<NodeJS.ProcessEnv> {
  const { env } = process;
  if (!env['TRIPWIRE_MANAGED']) return env;
  const { hookEnvironment } = await import('../../server/managed-environment.ts');
  return hookEnvironment(env, env['TRIPWIRE_MANAGED'], process.argv[1] ?? '');
}

/**
 * Decides in this process, which is the agent's own user, on the project's own state: with the journal of a running
 * server where there is one, else with that of the project.
 */
const decideHere: Decide = async (question) => {
  const { hookServer } = await import('../../server/hook-server.ts');
  const server = hookServer(question.client, question.env);
  if (server !== null) return decideWithServer(server)(question);
  const { decideEmbedded } = await import('../../server/hook-embedded.ts');
  return decideEmbedded(question);
};

/** An approval that is waited for. */
interface WaitedFor extends Pick<HookRun, 'client' | 'env'> {
  readonly about: { readonly session: string; readonly target: string };
  readonly waitMs: number;
}

/** Only a running server asks people. */
async function answered({ client, env, about, waitMs }: WaitedFor): Promise<boolean> {
  const { hookServer } = await import('../../server/hook-server.ts');
  const server = hookServer(client, env);
  return server !== null && isAnsweredByServer(server, about, waitMs);
}

function usageProblem(name: string | undefined, rest: readonly string[]): string {
  const known = `known: ${HOOK_CLIENT_IDS.join(', ')}`;
  if (name === undefined) return `hook needs the name of a client (${known})`;
  if (rest.length > 0) return `hook takes one client, not also ${rest.join(' ')}`;
  return `there is no client ${name} (${known})`;
}
