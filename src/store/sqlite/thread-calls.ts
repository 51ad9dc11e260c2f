/**
 * Calls to a thread, each with a promise for its reply.
 *
 * When the thread dies, every call under way is rejected and so is every later one: what it was doing
 * may or may not be on the disk.
 */
import type { Worker } from 'node:worker_threads';
import { errorWords } from '../../base/error-words.ts';
import { StoreError } from '../store-error.ts';
import type { SqliteOperations } from './operations.ts';
import type { ThreadOperations, ThreadReply } from './thread-protocol.ts';

/** Calls to operations, wherever they are performed. */
interface Calls<
  Operations extends Readonly<Record<keyof Operations, (...args: never) => unknown>>,
> {
  call<Name extends keyof Operations>(
    name: Name,
    ...args: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>>;
  /** Resolves when nobody performs them any more. */
  readonly ended: Promise<void>;
}

/** What a store needs. */
export type StoreCalls = Calls<SqliteOperations>;

/** Sends calls to the thread. */
export type ThreadCalls = Calls<ThreadOperations>;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Takes over a thread that speaks the protocol. */
export function threadCalls(thread: Worker): ThreadCalls {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let death: StoreError | null = null;
  const die = (why: string) => {
    death ??= threadDied(why);
    for (const { reject } of waiting.values()) reject(death);
    waiting.clear();
  };
  thread.on('message', (reply: ThreadReply) => {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.failure === null) one?.resolve(reply.result);
    else one?.reject(new StoreError(reply.failure.code, reply.failure.message));
  });
  thread.on('error', (error) => die(errorWords(error)));
  thread.on('messageerror', (error) => die(error.message));
  const ended = new Promise<void>((resolve) => {
    thread.on('exit', (code) => {
      die(`it ended with code ${code}`);
      resolve();
    });
  });
  return {
    ended,
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (death !== null) {
          reject(death);
          return;
        }
        lastId += 1;
        const id = lastId;
        // Throws, and so rejects, when something in it cannot be sent.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        thread.postMessage({ id, name, args });
        waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      }),
  };
}

function threadDied(why: string): StoreError {
  return new StoreError(
    'STORE_UNAVAILABLE',
    `the thread that writes the journal is gone (${why}): nothing can be recorded, so nothing may be ` +
      'let through. Restart Tripwire; it goes on from what is on the disk.',
  );
}
