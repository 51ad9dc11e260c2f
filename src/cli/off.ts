/**
 * `tripwire off`: ends the running server and says what still points at it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pointingVariables } from '../clients/lines.ts';
import { loadConfig } from '../config/index.ts';
import {
  answeringServer,
  isAlive,
  readServerNote,
  removeServerNote,
  type ServerNote,
} from '../server/server-file.ts';
import type { Command } from './command.ts';
import { configSources } from './server/config-sources.ts';
import { say, sayJson } from './terminal/say.ts';

const HELP = `tripwire off [--data DIR] [--json]

Ends the Tripwire of this data folder, and says what in this shell still points at it. Agents that were stopped
stay stopped when it is started again.
  --data DIR    its data folder (default ~/.tripwire)
  --json        one JSON object: ended (true or false), unset (variables of this shell)
Exit codes: 0 none is running any more; 1 it didn't end, or doesn't answer; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: off };

const ENDS_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 50;

async function off(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { data: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const { data } = loadConfig(configSources(undefined, { data: values.data }));
  const note = readServerNote(data);
  const problem = note === null ? null : await ended(data, note);
  const unset = pointingVariables(process.env);
  if (values.json) {
    sayJson({ ended: note !== null && problem === null, problem, unset });
  } else {
    say(problem ?? (note === null ? 'No Tripwire is running here.' : 'Tripwire has ended.'));
    for (const line of unsetLines(unset)) say(line);
  }
  return problem === null ? 0 : 1;
}

/** Ends the server; null when it is gone, else why it is not. */
async function ended(data: string, note: ServerNote): Promise<string | null> {
  const { pid, adminUrl } = note;
  if (!isAlive(pid)) {
    removeServerNote(data, pid);
    return null;
  }
  // The number may belong to another program by now; only what answers as Tripwire gets the signal.
  if ((await answeringServer(data)) === null) {
    return `Process ${pid} is there, but no Tripwire answers at ${adminUrl}. If it is one: kill ${pid}`;
  }
  process.kill(pid, 'SIGTERM');
  const until = performance.now() + ENDS_WITHIN_MS;
  while (performance.now() < until) {
    if (!isAlive(pid) || readServerNote(data)?.pid !== pid) return null;
    await delay(LOOK_EVERY_MS);
  }
  return `Tripwire (process ${pid}) has not ended after ${ENDS_WITHIN_MS / 1_000} s. At once: kill ${pid}`;
}

function unsetLines(names: readonly string[]): readonly string[] {
  if (names.length === 0) return ['Nothing in this shell points at it.'];
  return [
    'This shell still points at it; clients will fail until you run:',
    `  unset ${names.join(' ')}`,
  ];
}
