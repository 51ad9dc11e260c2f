/**
 * The server that a command runs under: the person's own, or one that lives as long as the command does.
 */
import { stateFolder } from '../../base/node/state-folder.ts';
import { present } from '../../base/present.ts';
import { loadConfig, type Config, type ConfigSources } from '../../config/index.ts';
import { TripwireError } from '../../core/index.ts';
import { openJournalToRead } from '../../server/journal-store.ts';
import { answeringServer, type ServerNote } from '../../server/server-file.ts';
import { heedStopSignals } from '../../server/signals.ts';
import { startServer } from '../../server/start.ts';
import type { Store } from '../../store/index.ts';
import { AdminServer } from '../server/admin-call.ts';
import { adminAt } from '../server/admin-place.ts';
import type { AgentPlace } from './agent.ts';
import { askQuestions } from './questions.ts';

/** A server, and how to leave it. */
export interface RunPlace extends AgentPlace {
  /** Of the data plane. */
  readonly url: string;
  readonly store: Store;
  /** What is in force, in words. */
  readonly settings: string;
  close(): Promise<void>;
}

/** The server that is used, the person's own or one for this command. */
export async function openPlace(
  sources: ConfigSources,
  say: (line: string) => void,
  port = 0,
): Promise<RunPlace> {
  const { data } = loadConfig(sources);
  const running = await answeringServer(data);
  if (running !== null) {
    const config = loadConfig(sources);
    const store = await journalOf(running, data);
    const admin = new AdminServer(adminAt(running.adminUrl, data, process.env));
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
  const { config, server } = await startOwn(sources, say, port);
  const { store, url, adminUrl } = server;
  const admin = new AdminServer(adminAt(adminUrl, data, process.env));
  const { killSwitch, constitution } = config;
  const settings = `${constitution}, loops are ${stopsLoops(killSwitch) ? 'stopped' : 'reported, not stopped'}`;
  return { url, config, store, admin, settings, lasts: false, close: () => server.close() };
}

/** The journal that a running server writes, which knows best where it is. */
async function journalOf({ store, pid }: ServerNote, data: string): Promise<Store> {
  const opened = await openJournalToRead({ data, ...present({ store }) });
  if (opened !== null) return opened;
  throw new TripwireError('USAGE', `process ${pid} serves ${data}, and there is no journal in it`);
}

async function startOwn(sources: ConfigSources, say: (line: string) => void, port: number) {
  const flags = { ...sources.flags, port, adminPort: 0 };
  const config = loadConfig({ ...sources, flags });
  const env = process.env;
  const states = stateFolder(env);
  const server = await startServer({ config, env, log: say, forOneCommand: true, states });
  heedStopSignals(server, say);
  return { config, server };
}

function stopsLoops({ enabled, shadow }: Config['killSwitch']): boolean {
  return enabled && !shadow;
}
