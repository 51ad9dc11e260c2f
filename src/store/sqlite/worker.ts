/**
 * The thread that has the database: it does what it is told, one request after the other.
 *
 * A slow disk blocks this thread and no stream. A failure is answered and forgotten; the next request
 * finds the disk as it is then.
 */
import { parentPort } from 'node:worker_threads';
import { StoreError } from '../store-error.ts';
import type { OpenFile } from './connection.ts';
import { storeFailure } from './failure.ts';
import { openOperations, type SqliteOperations } from './operations.ts';
import type { ThreadReply, ThreadRequest } from './thread-protocol.ts';

let file = '';
let operations: SqliteOperations | null = null;

parentPort?.on('message', (request: ThreadRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answered(request));
  // Nothing listens any more, so the thread ends.
  if (operations === null) parentPort?.close();
});

function answered(request: ThreadRequest): ThreadReply {
  const { id, name } = request;
  try {
    return { id, failure: null, result: perform(request) };
  } catch (error) {
    const { code, message } = storeFailure(error, file, name);
    return { id, failure: { code, message } };
  }
}

function perform({ name, args }: ThreadRequest): unknown {
  if (name === 'open') {
    const [options] = args as [OpenFile];
    file = options.file;
    operations = openOperations(options);
    return undefined;
  }
  if (operations === null) throw new StoreError('STORE_UNAVAILABLE', `${file} is not open`);
  const operation = operations[name] as (...values: readonly unknown[]) => unknown;
  // Also when closing fails nothing more is done with the file, and the thread ends.
  if (name === 'close') operations = null;
  return operation(...args);
}
