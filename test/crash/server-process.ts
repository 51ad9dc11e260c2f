/** Starts the server as a process of its own, and reads what it says. */
import { spawn } from 'node:child_process';
import { testProgram } from '../kit/test-programs.ts';

const program = testProgram('test/crash/server-program.ts');

/** A server that runs until it is killed. */
export interface ServerProcess {
  readonly pid: number;
  /** Its URL, once it listens; rejects when it ends before. */
  url(): Promise<string>;
  /** Sends a command and resolves with the next line that begins so; rejects when the process ends before. */
  ask(command: string, start: string): Promise<string>;
  /** What it wrote to its error output. */
  complaint(): string;
  isRunning(): boolean;
  /** Resolves when it is gone. */
  readonly ended: Promise<void>;
  /** SIGKILL; resolves when the process is gone and all its output read. */
  kill(): Promise<void>;
}

/** Starts a server, perhaps under another command such as `prlimit`. */
export function startServer(
  folder: string,
  providerUrl: string,
  under: readonly string[] = [],
): ServerProcess {
  return startProgram([...under, process.execPath, '--expose-gc', program, folder, providerUrl]);
}

/** Starts a program that says what it does line by line. */
export function startProgram([command = '', ...args]: readonly string[]): ServerProcess {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const said: string[] = [];
  const watchers = new Set<() => void>();
  let rest = '';
  let complaint = '';
  let ended = false;
  // A command to a server that was just killed goes nowhere.
  child.stdin.on('error', () => {});
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n');
    rest = lines.pop() ?? '';
    said.push(...lines);
    for (const watcher of watchers) watcher();
  });
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => {
      ended = true;
      resolve();
    });
  });
  /** The next line that begins so, after the first `skip` lines. */
  const line = (start: string, skip: number) =>
    new Promise<string>((resolve, reject) => {
      const watcher = () => {
        const found = said.slice(skip).find((one) => one.startsWith(start));
        if (found === undefined) return;
        watchers.delete(watcher);
        resolve(found);
      };
      watchers.add(watcher);
      void closed.then(() => reject(new Error(`the server ended: ${complaint}`)));
      watcher();
    });
  return {
    pid: child.pid ?? 0,
    url: async () => (await line('listening ', 0)).slice('listening '.length),
    ask: (words, start) => {
      const skip = said.length;
      child.stdin.write(`${words}\n`);
      return line(start, skip);
    },
    complaint: () => complaint,
    isRunning: () => !ended,
    ended: closed,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
