/** Starts the writer as a process of its own, and reads what it says. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('journal-writer.ts', import.meta.url));

/** A running writer. */
export interface WriterProcess {
  readonly pid: number;
  /** The last row of each agent that was acknowledged. */
  readonly kept: ReadonlyMap<string, number>;
  /** The codes of what was refused. */
  readonly failures: readonly string[];
  /** Resolves when the condition holds after a line of output; rejects when the process ends before. */
  until(condition: () => boolean): Promise<void>;
  /** SIGKILL; resolves when the process is gone and all its output read. */
  kill(): Promise<void>;
}

/** Starts a writer, perhaps under another command such as `prlimit`. */
export function startWriter(file: string, under: readonly string[] = []): WriterProcess {
  const [command, ...args] = [...under, process.execPath, program, file];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const kept = new Map<string, number>();
  const failures: string[] = [];
  const watchers = new Set<() => void>();
  let rest = '';
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [word, agent = '', value = ''] = line.split(' ');
      if (word === 'kept') kept.set(agent, Number(value));
      else failures.push(value);
    }
    for (const watcher of watchers) watcher();
  });
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  return {
    pid: child.pid ?? 0,
    kept,
    failures,
    until: (condition) =>
      new Promise((resolve, reject) => {
        const watcher = () => {
          if (!condition()) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        void closed.then(() => reject(new Error(`the writer ended: ${complaint}`)));
        watcher();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
