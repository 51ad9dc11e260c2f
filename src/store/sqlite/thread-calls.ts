/** What the store and its thread say to each other. */
import type { Worker } from 'node:worker_threads';
import { workerCalls } from '../../base/node/worker-calls.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';
import type { OpenFile } from './connection.ts';
import type { SqliteOperations } from './operations.ts';

/** Opening is a call like the others, and the first. */
export interface ThreadOperations extends SqliteOperations {
  open(options: OpenFile): void;
}

/** Please do this. */
export interface ThreadRequest<Name extends keyof ThreadOperations = keyof ThreadOperations> {
  readonly name: Name;
  readonly args: Parameters<ThreadOperations[Name]>;
}

/** Why it was not done. */
export interface ThreadFailure {
  readonly code: StoreErrorCode;
  readonly message: string;
}

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

/** Takes over a thread that has a database. */
export function threadCalls(thread: Worker): ThreadCalls {
  const calls = workerCalls<ThreadRequest, ThreadFailure>(thread, {
    failed: ({ code, message }) => new StoreError(code, message),
    died: threadDied,
  });
  return {
    ended: calls.ended,
    call: (name, ...args) => calls.ask({ name, args }) as Promise<never>,
  };
}

function threadDied(why: string): StoreError {
  return new StoreError(
    'STORE_UNAVAILABLE',
    `the thread that writes the journal is gone (${why}): nothing can be recorded, so nothing may be ` +
      'let through. Restart Tripwire; it continues from what is on the disk.',
  );
}
