/**
 * A server of the benchmark as a process of its own: the measured ones must not share a thread with the load.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** A running server. */
export interface ChildServer {
  readonly url: string;
  /** Resident memory in bytes, and processor time so far in microseconds, all threads together. */
  usage(): Promise<ChildUsage>;
  close(): void;
}

/** What a process has used. */
export interface ChildUsage {
  readonly memory: number;
  readonly cpuUs: number;
  /** The size of its journal once the log is merged into it; 0 where there is none. */
  readonly journalBytes: number;
}

/** What a server process says. */
export type ChildWord = { readonly url: string } | ChildUsage;

/** Starts one of the servers beside this file. */
export async function startChild(name: string, ...args: readonly string[]): Promise<ChildServer> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), args);
  const { url } = await word(child, (said) => ('url' in said ? said : null));
  return {
    url,
    usage: async () => {
      child.send('usage');
      return word(child, (said) => ('memory' in said ? said : null));
    },
    close: () => child.kill(),
  };
}

function word<T>(child: ChildProcess, wanted: (said: ChildWord) => T | null): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a server ended with ${code}`));
    const hear = (said: ChildWord) => {
      const found = wanted(said);
      if (found === null) return;
      child.off('message', hear);
      child.off('exit', ended);
      resolve(found);
    };
    child.on('message', hear);
    child.once('exit', ended);
  });
}

/** In a server process: says where it listens, and answers what it is asked. */
export function listening(url: string, journalBytes: () => number = () => 0): void {
  process.send?.({ url } satisfies ChildWord);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const said: ChildWord = {
      memory: process.memoryUsage().rss,
      cpuUs: user + system,
      journalBytes: journalBytes(),
    };
    process.send?.(said);
  });
}
