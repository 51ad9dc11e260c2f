/**
 * A server of the benchmark as a process of its own: the measured ones must not share a thread with the load.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { held, type Held } from './held.ts';

/** A running server. */
export interface ChildServer {
  readonly url: string;
  /** Where people act, and with which token; absent where there is no such place. */
  readonly admin?: Admin;
  /** What each request to it needs besides its own headers; nothing when absent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Its paths name no agent, as those of a provider; false when absent. */
  readonly isPlain?: boolean;
  /** Resident memory in bytes, and processor time so far in microseconds, all threads together. */
  usage(): Promise<ChildUsage>;
  /** The size of its journal once the log is merged into it; 0 where there is none. */
  journalBytes(): Promise<number>;
  /** Ends it; resolves when it is gone. */
  close(): Promise<void>;
}

/** One of our own processes, which can also be asked what it holds. */
export interface OwnServer extends ChildServer {
  held(): Promise<Held>;
}

/** The control plane of a server. */
export interface Admin {
  readonly url: string;
  readonly token: string;
}

/** What a process has used. */
export interface ChildUsage {
  readonly memory: number;
  readonly cpuUs: number;
}

/** Where a server process listens. */
type Listening = Pick<ChildServer, 'url' | 'admin' | 'isPlain'>;

/** What a server process says. */
type ChildWord = Listening | ChildUsage | Held | { readonly journalBytes: number };

/** The path at a server of a request that an agent makes. */
export function pathAt({ isPlain = false }: ChildServer, path: string): string {
  return isPlain ? path.replace(/^\/agents\/[^/]+\/[^/]+/, '') : path;
}

/** Starts one of the servers beside this file. */
export async function startChild(name: string, ...args: readonly string[]): Promise<OwnServer> {
  const execArgv = [...process.execArgv, '--expose-gc'];
  const child = fork(join(import.meta.dirname, `${name}.ts`), args, { execArgv });
  const listens = await word(child, (said) => ('url' in said ? said : null));
  return {
    ...listens,
    usage: async () => {
      child.send('usage');
      return word(child, (said) => ('memory' in said ? said : null));
    },
    journalBytes: async () => {
      child.send('journal');
      return (await word(child, (said) => ('journalBytes' in said ? said : null))).journalBytes;
    },
    held: async () => {
      child.send('held');
      return word(child, (said) => ('handles' in said ? said : null));
    },
    close: () => ended(child),
  };
}

/** Ends a process, and waits until it is gone. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

function word<T>(child: ChildProcess, wanted: (said: ChildWord) => T | null): Promise<T> {
  return new Promise((resolve, reject) => {
    const broken = (code: number | null) => reject(new Error(`a server ended with ${code}`));
    const hear = (said: ChildWord) => {
      const found = wanted(said);
      if (found === null) return;
      child.off('message', hear);
      child.off('exit', broken);
      resolve(found);
    };
    child.on('message', hear);
    child.once('exit', broken);
  });
}

/** In a server process: says where it listens, and answers what it is asked. */
export function listening(where: Listening, journalBytes: () => number = () => 0): void {
  const say = (said: ChildWord) => process.send?.(said);
  // Whoever started it is gone, however it ended.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  say(where);
  process.on('message', (asked) => {
    if (asked === 'held') void held().then(say);
    else if (asked === 'journal') say({ journalBytes: journalBytes() });
    else {
      const { user, system } = process.cpuUsage();
      say({ memory: process.memoryUsage().rss, cpuUs: user + system });
    }
  });
}
