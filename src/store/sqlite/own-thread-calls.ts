/**
 * The operations on a file without a thread between: for a process that lives for one event.
 *
 * Starting a thread takes longer than all such a process does, and nobody else is there to be held up by a slow disk.
 * It answers as the thread does, by promises and with the same failures, so the store on top is the same.
 */
import type { OpenFile } from './connection.ts';
import { storeFailure } from './failure.ts';
import { openOperations } from './operations.ts';
import type { StoreCalls } from './thread-calls.ts';

/** Opens the file in the thread that asks. */
export function ownThreadCalls(options: OpenFile): StoreCalls {
  const { file } = options;
  const operations = attempted(file, 'open', () => openOperations(options));
  return {
    ended: Promise.resolve(),
    call: (name, ...args) => {
      const operation = operations[name] as (
        ...values: typeof args
      ) => ReturnType<(typeof operations)[typeof name]>;
      // As it comes out of a thread: what it throws is a rejection, and SQLite's own rows have no prototype.
      return new Promise((resolve) => {
        resolve(structuredClone(attempted(file, name, () => operation(...args))));
      });
    },
  };
}

function attempted<T>(file: string, doing: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    throw storeFailure(error, file, doing);
  }
}
