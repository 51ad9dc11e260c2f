/**
 * Hooks that are answered by the running server, in its own process.
 *
 * What a hook reports names the folder of a project, and that folder is read and written here, with the rights of
 * this process. So only folders count that are really there and are named from the root.
 */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import type { LoopEvent } from '../clients/hook-event.ts';
import { HOOK_CLIENT_IDS } from '../clients/table.ts';
import type { Gate } from '../gate/index.ts';
import {
  decideWithGate,
  environmentFrom,
  HOOK_OUTPUT_TYPE,
  httpAnswer,
  runHook,
  type Decide,
} from '../hooks/index.ts';
import type { HookPlane } from '../proxy/index.ts';
import { answerGateAsk } from './answer-gate-ask.ts';
import { SDK_CLIENT } from './gate-wire.ts';

/** What answering needs. */
export interface HookPlaneParts {
  readonly gate: Gate;
  /** The server's data folder, which no tool may touch. */
  readonly dataDir: string;
}

/** Answers the hooks of every client, and the adapters of agent SDKs. */
export function hookPlane({ gate, dataDir }: HookPlaneParts): HookPlane {
  return {
    clients: [...HOOK_CLIENT_IDS, SDK_CLIENT],
    outputType: HOOK_OUTPUT_TYPE,
    answer: async ({ agent, client: name, body, header }) => {
      if (name === SDK_CLIENT) return answerAdapter(gate, agent, body);
      const client = HOOK_CLIENT_IDS.find((one) => one === name);
      if (client === undefined) throw new Error(`there is no client ${name}`);
      const sessions: string[] = [];
      const decide: Decide = (question) => {
        const { event } = question;
        // In one client a subagent is a session of its own, and asks the model under that name.
        sessions.push(event.session, ...(event.agent === null ? [] : [event.agent]));
        requirePlace(event);
        return decideWithGate(gate, agent)(question);
      };
      // Nothing of this process's own environment: it belongs to the server, not to the project.
      const env = { HOME: homedir(), TRIPWIRE_DATA: dataDir, ...environmentFrom(header) };
      const output = await runHook({ client, stdin: body, env, decide });
      return { json: httpAnswer(client, output), output, sessions };
    },
  };
}

/** An adapter has no client with words of its own: the JSON is the answer. */
async function answerAdapter(gate: Gate, agent: string, body: AsyncIterable<Uint8Array>) {
  const { json, sessions } = await answerGateAsk(gate, agent, body);
  return { json, output: { stdout: json, stderr: '', exitCode: 0 }, sessions };
}

function requirePlace({ cwd, transcript }: LoopEvent): void {
  requireAbsolute('the folder it works in', cwd);
  if (transcript !== null) requireAbsolute('its transcript', transcript);
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new Error(
    `the server of Tripwire finds no folder ${JSON.stringify(cwd)}: hooks must run on the server's machine and see ` +
      'the same folders; elsewhere unset TRIPWIRE_URL, so that the hook decides by itself',
  );
}

function requireAbsolute(what: string, path: string): void {
  if (isAbsolute(path)) return;
  throw new Error(`${what} must be an absolute path, not ${JSON.stringify(path.slice(0, 80))}`);
}
