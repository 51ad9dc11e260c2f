/** Starts a program that says what it does line by line, hears every line, and kills it. */
import { spawn } from 'node:child_process';

/** A program that runs until it is killed. */
export interface Talker {
  readonly pid: number;
  /** Resolves when the condition holds after a line; rejects when the program ends before. */
  until(condition: () => boolean): Promise<void>;
  /** What it wrote to its error output. */
  complaint(): string;
  /** SIGKILL; resolves when it is gone and every line was heard. */
  kill(): Promise<void>;
}

/** Starts it. The last line of a killed program may be half: only whole ones are heard. */
export function startTalker(
  [command = '', ...args]: readonly string[],
  hear: (line: string) => void,
): Talker {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let rest = '';
  let complaint = '';
  let look = () => {};
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(line);
    look();
  });
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  return {
    pid: child.pid ?? 0,
    until: (condition) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (condition()) resolve();
        };
        void closed.then(() => reject(new Error(`the program ended: ${complaint}`)));
        look();
      }),
    complaint: () => complaint,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
