/** Nodes of a fleet as processes of their own, each started again when it ended, as a service manager does. */
import { join } from 'node:path';
import type { EnvelopeChange } from '../../src/core/index.ts';
import { startProgram, type ServerProcess } from '../crash/server-process.ts';
import { testProgram } from '../kit/test-programs.ts';

const program = testProgram('test/fleet/node-program.ts');

/** The agent that may make so many calls in all. */
export const CAPPED = 'capped';
export const CAP = 25;

/** What a new agent starts with. */
export function budgetOf(agent: string): EnvelopeChange {
  return agent === CAPPED ? { budgets: { callsPerDay: CAP } } : {};
}

/** Where nodes of one fleet work. */
export interface NodePlace {
  readonly url: string;
  readonly providerUrl: string;
  readonly leaseMs: number;
  /** Holds a folder for each node. */
  readonly folder: string;
  /** What its processes have beside the environment of this one. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A place in the fleet: a process, and the next one when that ended. */
export class NodeSlot {
  readonly #command: readonly string[];
  #process: ServerProcess;
  #url: string | null = null;
  #isOver = false;
  /** What its processes wrote to their error output, the last first. */
  complaint = '';

  constructor({ url, providerUrl, leaseMs, folder, env = {} }: NodePlace, name: string) {
    const given = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
    const node = [process.execPath, '--expose-gc', program];
    this.#command = ['env', ...given, ...node, url, join(folder, name), providerUrl, `${leaseMs}`];
    this.#process = this.#start();
  }

  get process(): ServerProcess {
    return this.#process;
  }

  /** Where it listens; null while it does not. */
  get url(): string | null {
    return this.#url;
  }

  signal(name: NodeJS.Signals): void {
    if (this.#process.isRunning()) process.kill(this.#process.pid, name);
  }

  /** Ends it as a crash would; the next one starts at once. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.signal('SIGCONT');
    await this.#process.kill();
  }

  #start(): ServerProcess {
    const started = startProgram(this.#command);
    void this.#follow(started);
    return started;
  }

  async #follow(started: ServerProcess): Promise<void> {
    // Null: it ended before it listened.
    this.#url = await started.url().catch(() => null);
    await started.ended;
    this.complaint = started.complaint() + this.complaint;
    this.#url = null;
    if (!this.#isOver) this.#process = this.#start();
  }
}
