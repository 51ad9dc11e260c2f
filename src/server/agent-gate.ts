/**
 * A gate for an agent in this process: that of a running server, or one of its own on a data folder.
 *
 * Where a server is named it is asked, and nothing goes on without it: two gates for one agent would each see half of
 * what it does. A gate of its own keeps its journal in the data folder, so a stop outlives the process.
 */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Environment } from '../base/environment.ts';
import { present } from '../base/present.ts';
import { isShadowed, loadConfig, loadConstitution, type Config } from '../config/index.ts';
import type { Gate } from '../gate/index.ts';
import type { GatedAgent } from '../guardrails/index.ts';
import { adapterDoor } from './approvals/adapter-door.ts';
import { ApprovalDesk } from './approvals/desk.ts';
import { openJournal } from './journal-store.ts';
import { openOwnedGate } from './open-gate.ts';
import { ServerGate } from './server-gate.ts';
import { gateSettings } from './settings.ts';

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
  const constitution = loadConstitution(config.constitution);
  const { store, turn } = await openJournal(config);
  const settings = {
    ...gateSettings(constitution, () => config),
    ...present({ turn: turn ?? undefined }),
  };
  const { gate, close } = await openOwnedGate(store, settings);
  if (config.approvals.length === 0) return { port: gate, gate, close };
  const desk = await ApprovalDesk.open({
    gate,
    store,
    rules: () => config.approvals,
    isShadow: (agent) => isShadowed(config, agent),
  });
  return {
    port: adapterDoor(gate, desk),
    gate,
    close: async () => {
      desk.close();
      await close();
    },
  };
}
