/**
 * Runs a command against the running server; where none runs, against one that is there for this command alone.
 *
 * What holds an agent is in the journal, and a person who wants to lift it need not start a server for that. The journal has
 * one writer: where another process has it and does not answer, the command is refused with the words of that.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../config/index.ts';
import { knownControlToken } from '../../control/people/control-token.ts';
import { answeringServer } from '../../server/server-file.ts';
import { startServer } from '../../server/start.ts';
import { withAdmin, type AdminServer } from './admin-call.ts';
import { configSources } from './config-sources.ts';

/** Runs it. */
export async function withServerOrOwn(
  json: boolean,
  run: (server: AdminServer) => Promise<number>,
): Promise<number> {
  const { env } = process;
  const sources = configSources(undefined, {});
  const isNamed = (env['TRIPWIRE_ADMIN_URL'] ?? '') !== '';
  const { data } = isNamed ? { data: '' } : loadConfig(sources);
  const hasJournal = !isNamed && existsSync(join(data, 'journal.db'));
  if (!hasJournal || (await answeringServer(data)) !== null) return withAdmin(json, run);
  const config = loadConfig({ ...sources, flags: { port: 0, adminPort: 0 } });
  // The owner's token is the one in the data folder: whoever runs this does not choose it. A token with a name is checked.
  const { TRIPWIRE_ADMIN_TOKEN: named = '', ...owners } = env;
  const options = { config, env: owners, log: () => undefined, forOneCommand: true };
  const server = await startServer(options);
  try {
    const token = named === '' ? knownControlToken(data, owners) : named;
    const place = { url: server.adminUrl, token };
    return await withAdmin(json, run, place);
  } finally {
    await server.close();
  }
}
