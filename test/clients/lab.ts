/**
 * The place of one trial: a scripted provider, a gate on a real journal, a proxy, an empty home and a small project.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODING_V1, DEFAULT_KILL_SWITCH } from '../../src/core/index.ts';
import type { Gate } from '../../src/gate/index.ts';
import { isSavingCall } from '../../src/guardrails/wind-down/saving-call.ts';
import { startProxy, type ProviderSettings } from '../../src/proxy/index.ts';
import { openSqliteStore, READ_LIMIT_MAX, type Store } from '../../src/store/index.ts';
import { startFakeProvider, type FakeProvider, type FakeScript } from '../../src/testing/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { testGate } from '../kit/test-gate.ts';
import { watchArrivals, type Arrivals } from './arrivals.ts';
import { runClient, type ClientRun } from './client-run.ts';
import type { TriedClient } from './tried-client.ts';

/** The agent that every trial is run as. */
export const AGENT = 'sam';

/** A session and a thread that the journal knows. */
export interface SeenThread {
  readonly session: string | null;
  readonly thread: string | null;
  readonly purpose: string;
}

export interface Lab {
  readonly gate: Gate;
  readonly store: Store;
  readonly provider: FakeProvider;
  readonly arrivals: Arrivals;
  /** Where the client keeps what it remembers. */
  readonly home: string;
  readonly project: string;
  /** The root of the agent's provider at the proxy. */
  readonly url: string;
  /** Starts the client with a task; resolves when it has ended. */
  run(prompt: string): Promise<ClientRun>;
  /** Which sessions and threads asked for something, each once, in the order they came. */
  threads(): Promise<readonly SeenThread[]>;
  close(): Promise<void>;
}

/** The files of the project, so that there is something to read. */
const files: Readonly<Record<string, string>> = {
  'attic.txt': 'two trunks and a lamp\n',
  'cellar.txt': 'barrels, a ladder, one cat\n',
  'garden.txt': 'pear tree\nwell\n',
};

/** Makes the place; the kill switch is on, with its usual settings. */
export async function openLab(
  tried: TriedClient,
  script: FakeScript,
  ownStore?: Store,
): Promise<Lab> {
  const folder = temporaryFolder('clients');
  const [home, project] = [join(folder, 'home'), join(folder, 'project')];
  mkdirSync(home);
  mkdirSync(project);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  const provider = await startFakeProvider({ script });
  const store = ownStore ?? (await openSqliteStore({ file: join(folder, 'journal.db') }));
  const gate = await testGate({
    store,
    constitution: CODING_V1,
    marksFolder: join(folder, 'marks'),
    envelopeOf: () => ({ killSwitch: { ...DEFAULT_KILL_SWITCH, enabled: true } }),
    capture: 'on-stop',
    isSaving: (tool, args) => Promise.resolve(isSavingCall(tool, args)),
  });
  const proxy = await startDataPlane(gate, provider.url);
  const arrivals = watchArrivals(proxy.port);
  const url = `${proxy.url}/agents/${AGENT}/${tried.provider}`;
  return {
    gate,
    store,
    provider,
    arrivals,
    home,
    project,
    url,
    run: (prompt) => runClient(tried, { home, project, url }, prompt),
    threads: () => seenThreads(store),
    close: async () => {
      arrivals.stop();
      await proxy.close();
      gate.close();
      await store.close();
      await provider.close();
    },
  };
}

function startDataPlane(gate: Gate, upstream: string) {
  const one = (format: ProviderSettings['format']): ProviderSettings => ({
    url: upstream,
    format,
    headers: [],
  });
  return startProxy({
    gate,
    settings: {
      host: '127.0.0.1',
      port: 0,
      upstreams: { anthropic: one('anthropic'), openai: one('openai'), gemini: one('gemini') },
      bodyBytesMax: 32 * 1_024 * 1_024,
      headerBytesMax: 64 * 1_024,
      connectionsMax: 100,
      requestMs: 60_000,
      connectMs: 5_000,
      idleMs: 60_000,
    },
    agentOfKey: () => null,
    nowMs: () => gate.clock.now(),
  });
}

async function seenThreads(store: Store): Promise<readonly SeenThread[]> {
  const rows = await store.read(AGENT, 1, READ_LIMIT_MAX);
  const seen = new Map<string, SeenThread>();
  for (const { kind, body } of rows) {
    if (kind !== 'admit') continue;
    const { record } = JSON.parse(body) as { record: Partial<SeenThread> };
    const one = {
      session: record.session ?? null,
      thread: record.thread ?? null,
      purpose: record.purpose ?? '',
    };
    seen.set(JSON.stringify(one), one);
  }
  return [...seen.values()];
}
