/**
 * A gate for an agent in this process: that of a running server, or one of its own on a data folder.
 *
 * Where a server is named it is asked, and nothing goes on without it: two gates for one agent would each see half of
 * what it does. A gate of its own keeps its journal in the data folder, so a stop outlives the process.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../base/environment.ts';
import { present } from '../base/present.ts';
import {
  budgetsFor,
  killSwitchFor,
  loadConfig,
  loadConstitution,
  type Config,
} from '../config/index.ts';
import { Gate } from '../gate/index.ts';
import type { GatedAgent } from '../guardrails/index.ts';
import { openSqliteStore } from '../store/index.ts';
import { ServerGate } from './server-gate.ts';

/** Which gate. */
export interface OpenGateOptions {
  /** Under whose name the agent is known. */
  readonly agent: string;
  /** A subagent of the session. */
  readonly thread?: string;
  /** A running server; `TRIPWIRE_URL` when it is not given. */
  readonly url?: string;
  /** An agent key for that server; `TRIPWIRE_AGENT_KEY` when it is not given. */
  readonly key?: string;
  /** A data folder for a gate of its own; it wins over `TRIPWIRE_URL`. */
  readonly data?: string;
  /** The process's own when it is not given. */
  readonly env?: Environment;
}

/** A gate that is open. */
export interface OpenedGate extends GatedAgent {
  /** The gate itself where it is one of its own: to stop and release, to listen. Null for a server's. */
  readonly gate: Gate | null;
  close(): Promise<void>;
}

const PRIVATE_FOLDER = 0o700;
const LOCK_WAIT_MS = 1_000;

/** Opens the gate: `data` opens one there, else `url` or `TRIPWIRE_URL` name a server, else the data folder counts. */
export async function openGate(options: OpenGateOptions): Promise<OpenedGate> {
  const { agent, thread, data, env = process.env } = options;
  const url = options.url ?? (data === undefined ? env['TRIPWIRE_URL'] || undefined : undefined);
  const who = { agent, ...present({ thread }) };
  if (url !== undefined) {
    const key = options.key ?? (env['TRIPWIRE_AGENT_KEY'] || undefined);
    const port = new ServerGate({ url, ...present({ key }) });
    return { ...who, port, gate: null, close: () => Promise.resolve() };
  }
  const flags = data === undefined ? {} : { flags: { data } };
  return {
    ...who,
    ...(await openOwn(loadConfig({ env, home: env['HOME'] || homedir(), ...flags }))),
  };
}

async function openOwn(config: Config): Promise<Pick<OpenedGate, 'port' | 'gate' | 'close'>> {
  mkdirSync(config.data, { recursive: true, mode: PRIVATE_FOLDER });
  const store = await openSqliteStore({
    file: join(config.data, 'journal.db'),
    busyTimeoutMs: LOCK_WAIT_MS,
  });
  try {
    const gate = await Gate.open({
      store,
      constitution: loadConstitution(config.constitution),
      coreVersion: packageVersion(),
      marksFolder: join(config.data, 'stops'),
      registration: config.registration,
      envelopeOf: (agent) => ({
        killSwitch: killSwitchFor(config, agent),
        budgets: budgetsFor(config, agent),
        maxTokensPerMinute: config.agents[agent]?.maxTokensPerMinute ?? null,
        maxToolCallsPerMinute: config.agents[agent]?.maxToolCallsPerMinute ?? null,
      }),
      capture: config.capture,
    });
    const close = async () => {
      gate.close();
      await store.close();
    };
    return { port: gate, gate, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
