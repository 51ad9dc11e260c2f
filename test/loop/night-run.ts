/**
 * A night with scripted workers in a temporary project, its supervisor a process of its own.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { nightIds, readNight, type NightState } from '../../src/night/index.ts';
import { jobProcesses, type JobProcess } from '../kit/job-processes.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { testProgram } from '../kit/test-programs.ts';

const program = testProgram('test/loop/supervisor-program.ts');
/** Reads the prompt, keeps it, and knows a way out. */
const ADVISOR = ['sh', '-c', 'cat > asked.txt; echo "Do something else."'];
const WAIT_MS_MAX = 240_000;
const LOOK_EVERY_MS = 20;

/** A project and the supervisor that works on it. */
export class NightRun {
  readonly folder = temporaryFolder('night');
  #supervisor: ChildProcess | null = null;
  #said = '';

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.path('.geometry'));
    for (const [name, text] of Object.entries(files)) writeFileSync(this.path(name), text);
    onTestFinished(async () => {
      await this.end('SIGTERM');
    });
  }

  /** Starts a supervisor. */
  start(worker: 'scripted' | 'running' = 'scripted'): void {
    const env = { ...process.env, NIGHT_WORKER: worker };
    const child = spawn(process.execPath, [program, this.folder, ...ADVISOR], { env });
    child.stdout.on('data', (chunk: Buffer) => {
      this.#said += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#said += chunk.toString();
    });
    this.#supervisor = child;
  }

  /** Sends the supervisor a signal and waits for its end. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#supervisor;
    this.#supervisor = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }

  /** Waits until something is so. */
  async until(isSo: () => boolean): Promise<void> {
    const endMs = performance.now() + WAIT_MS_MAX;
    while (!isSo()) {
      if (performance.now() > endMs) throw new Error(`not so in time; it said: ${this.#said}`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  text(name: string): string {
    return this.has(name) ? readFileSync(this.path(name), 'utf8') : '';
  }

  /** The night as it was written last. */
  night(): NightState | null {
    const folder = this.path('.geometry');
    const id = nightIds(folder).at(-1);
    return id === undefined ? null : readNight(folder, id);
  }

  said(): string {
    return this.#said;
  }

  /** A file without what differs from run to run: times, hashes, the place, the night's name. */
  bare(name: string): string {
    return this.text(name)
      .replaceAll(this.folder, 'PROJECT')
      .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, 'TIME')
      .replaceAll(/auto-\d{4}-\d{2}-\d{2}-\d{6}/g, 'NIGHT')
      .replaceAll(/#[0-9a-f]{10}/g, '#HASH');
  }

  /** The processes that anything of this night started and that are still there. */
  processes(): readonly JobProcess[] {
    return jobProcesses(this.folder);
  }
}
