/**
 * Runs a command for a checker: bounded in time and in what is kept of its output.
 *
 * The whole process group ends with it. A test runner that hangs has children, and a check that left them
 * behind would leave a few more with every attempt to stop.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Environment } from '../../base/environment.ts';

/** What to run. There is no shell between: words are words. */
export interface CommandToRun {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly timeoutMs: number;
  /** On top of this process's own; undefined takes one away. */
  readonly env?: Environment;
  /** How much of the end of the output is kept. */
  readonly outputBytesMax: number;
}

/** The end of what it wrote. */
interface CommandOutput {
  readonly stdout: string;
  /** Both streams, as they came. */
  readonly output: string;
}

/** How it ended. The code is null when a signal ended it. */
export type CommandEnd =
  | ({ readonly kind: 'exited'; readonly code: number | null } & CommandOutput)
  | ({ readonly kind: 'timed_out' } & CommandOutput)
  | { readonly kind: 'not_started'; readonly why: string };

/** Runs it to its end, or to the end of its time. */
export function runCommand(run: CommandToRun): Promise<CommandEnd> {
  const [file, ...words] = run.command;
  return new Promise((resolve) => {
    const stdout = new KeptEnd(run.outputBytesMax);
    const both = new KeptEnd(run.outputBytesMax);
    let exited: { readonly code: number | null } | null = null;
    const child = spawn(file, words, {
      cwd: run.cwd,
      env: { ...process.env, ...run.env },
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = (timedOut: boolean): void => {
      clearTimeout(timer);
      endGroup(child);
      const written = { stdout: stdout.text(), output: both.text() };
      if (timedOut && exited === null) resolve({ kind: 'timed_out', ...written });
      else resolve({ kind: 'exited', code: exited?.code ?? null, ...written });
    };
    const timer = setTimeout(() => {
      end(true);
      // Something that left the group may still hold the pipes; nobody reads them any more.
      child.stdout.destroy();
      child.stderr.destroy();
    }, run.timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => {
      stdout.add(chunk);
      both.add(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => both.add(chunk));
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ kind: 'not_started', why: error.message });
    });
    child.on('exit', (code) => {
      exited = { code };
      endGroup(child);
    });
    child.on('close', () => end(false));
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in the group.
  }
}

/** The end of a stream of bytes. */
class KeptEnd {
  readonly #bytesMax: number;
  #bytes = Buffer.alloc(0);

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  add(chunk: Buffer): void {
    const both = Buffer.concat([this.#bytes, chunk.subarray(-this.#bytesMax)]);
    this.#bytes = Buffer.from(both.subarray(-this.#bytesMax));
  }

  text(): string {
    return this.#bytes.toString('utf8');
  }
}
