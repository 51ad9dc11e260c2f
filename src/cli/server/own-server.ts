/**
 * Runs a command against the running server; where none runs, against one that is there for this command alone.
 *
 * What holds an agent is in the journal, and a person who wants to lift it need not start a server for that. The journal has
 * one writer: where another process has it and does not answer, the command is refused with the words of that.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { dataFolder } from '../../base/node/data-folder.ts';
import { answeringServer } from '../../server/server-file.ts';
import { withAdmin, type AdminServer } from './admin-call.ts';
import { plainDataFolder } from './admin-place.ts';
import { configSources } from './config-sources.ts';

/** Runs it. */
export async function withServerOrOwn(
  json: boolean,
  run: (server: AdminServer) => Promise<number>,
): Promise<number> {
  const data = await ownData(process.env);
  const isRunning = data === null || (await answeringServer(data)) !== null;
  return isRunning ? withAdmin(json, run) : withOwn(data, json, run);
}

/** The folder whose journal this command may open; null where another server is named, or there is no journal. */
async function ownData(env: NodeJS.ProcessEnv): Promise<string | null> {
  if ((env['TRIPWIRE_ADMIN_URL'] ?? '') !== '') return null;
  const plain = plainDataFolder(env, homedir());
  if (plain !== null) return journalIn(plain);
  const { loadConfig } = await import('../../config/index.ts');
  let data: string;
  try {
    ({ data } = loadConfig(configSources(undefined, {})));
  } catch {
    // A server that runs is reached with a broken configuration too; one of our own would be refused by it.
    data = dataFolder(env);
    return (await answeringServer(data)) === null ? data : null;
  }
  return journalIn(data);
}

function journalIn(data: string): string | null {
  return existsSync(join(data, 'journal.db')) ? data : null;
}

/** What a server is made of is loaded only here: most of the time one is running. */
async function withOwn(
  data: string,
  json: boolean,
  run: (server: AdminServer) => Promise<number>,
): Promise<number> {
  const { env } = process;
  const { loadConfig } = await import('../../config/index.ts');
  const { startServer } = await import('../../server/start.ts');
  const { stateFolder } = await import('../../base/node/state-folder.ts');
  const { knownControlToken } = await import('../../control/people/control-token.ts');
  const config = loadConfig(configSources(undefined, { port: 0, adminPort: 0 }));
  // The owner's token is the one in the data folder: whoever runs this does not choose it. A token with a name is checked.
  const { TRIPWIRE_ADMIN_TOKEN: named = '', ...owners } = env;
  const options = { config, env: owners, log: () => undefined, states: stateFolder(env) };
  const server = await startServer({ ...options, forOneCommand: true });
  try {
    const token = named === '' ? knownControlToken(data, owners) : named;
    const place = { url: server.adminUrl, token, data };
    return await withAdmin(json, run, place);
  } finally {
    await server.close();
  }
}
