/**
 * `tripwire hook CLIENT`: what a coding agent starts at each of its events.
 *
 * It loads little before the payload is read, and what decides only when there is something to decide; a decider that
 * cannot be loaded is then a failure like any other, and refuses.
 */
import { HOOK_CLIENTS, runHook, type Decide, type HookClient } from '../hooks/index.ts';

/** Help text of the command. */
export const HOOK_HELP = `tripwire hook CLIENT < payload

Answers one event of a coding agent's hooks: ${HOOK_CLIENTS.join(', ')}.
The client starts it; docs/hooks.md says how to put it into the client's settings.
Whatever goes wrong before a tool or a prompt refuses it.
Exit codes: 0 answered (the answer is on standard output); 2 it could not be judged and is refused.`;

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
  const output = await runHook({ client, stdin: process.stdin, env: process.env, decide });
  await written(process.stderr, output.stderr);
  await written(process.stdout, output.stdout);
  // Work that was too slow to answer must not keep the client waiting now.
  process.exit(output.exitCode);
}

/** Decides in this process, on the project's own state. */
const decideHere: Decide = async (question) => {
  const { handleLoopEvent } = await import('../loop/index.ts');
  return handleLoopEvent(question);
};

function usageProblem(name: string | undefined, rest: readonly string[]): string {
  const known = `known: ${HOOK_CLIENTS.join(', ')}`;
  if (name === undefined) return `hook needs the name of a client (${known})`;
  if (rest.length > 0) return `hook takes one client, not also ${rest.join(' ')}`;
  return `there is no client ${name} (${known})`;
}

function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  // A client that went away does not read the answer; that is no reason to change it.
  return text === ''
    ? Promise.resolve()
    : new Promise((resolve) => {
        stream.write(text, () => resolve());
      });
}
