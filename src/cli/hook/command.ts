/**
 * `tripwire hook CLIENT`: what a coding agent starts at each of its events.
 *
 * It loads little before the payload is read, and what decides only when there is something to decide; a decider that
 * cannot be loaded is then a failure like any other, and refuses.
 */
import { HOOK_CLIENTS, type HookClient } from '../../clients/hook-client.ts';
import {
  decideWithServer,
  failClosed,
  runHook,
  standardInput,
  writeTo,
  type Decide,
} from '../../hooks/index.ts';

/** Help text of the command. */
export const HOOK_HELP = `tripwire hook CLIENT < payload

Answers one event of a coding agent's hooks: ${HOOK_CLIENTS.join(', ')}.
The client starts it; docs/hooks.md says how to put it into the client's settings.
A running Tripwire decides: the one at TRIPWIRE_URL (as TRIPWIRE_AGENT, with TRIPWIRE_AGENT_KEY), else that of the data
folder. Without one the hook decides by itself.
Whatever goes wrong before a tool or a prompt refuses it.
Exit codes: 0 answered (the answer is on standard output); 2 it could not be judged and is refused.`;

/** Longer than both forms give themselves. */
const DEADLINE_MS = 7_000;

/** Runs the command; returns its exit code. */
export async function hook(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const client = HOOK_CLIENTS.find((one) => one === name);
  if (client === undefined || rest.length > 0) {
    process.stderr.write(
      `tripwire: ${usageProblem(name, rest)}; see tripwire hook --help [USAGE]\n`,
    );
    return 2;
  }
  return answerClient(client);
}

async function answerClient(client: HookClient): Promise<number> {
  // An error in the background would end the process with an exit code that lets the tool run.
  const { promise: crash, reject } = Promise.withResolvers<never>();
  process.on('uncaughtException', reject);
  crash.catch(() => undefined);
  const decide: Decide = (question) => Promise.race([crash, decideHere(question)]);
  const { env } = process;
  const stdin = standardInput();
  // Each form refuses by itself; this is for what fails before one of them begins.
  const output = await failClosed(client, DEADLINE_MS, async () => {
    return runHook({ client, stdin, env, decide });
  });
  await writeTo('stderr', output.stderr);
  await writeTo('stdout', output.stdout);
  // Work that was too slow to answer must not keep the client waiting now.
  process.exit(output.exitCode);
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

function usageProblem(name: string | undefined, rest: readonly string[]): string {
  const known = `known: ${HOOK_CLIENTS.join(', ')}`;
  if (name === undefined) return `hook needs the name of a client (${known})`;
  if (rest.length > 0) return `hook takes one client, not also ${rest.join(' ')}`;
  return `there is no client ${name} (${known})`;
}
