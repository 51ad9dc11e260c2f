/**
 * The thread that has the database: it does what it is told, one request after the other.
 *
 * A slow disk blocks this thread and no stream. A failure is answered and forgotten; the next request
 * finds the disk as it is then.
 */
import { answerCalls } from '../../base/node/worker-calls.ts';
import { StoreError } from '../store-error.ts';
import type { OpenFile } from './connection.ts';
import { storeFailure } from './failure.ts';
import { openOperations, type SqliteOperations } from './operations.ts';
import type { ThreadFailure, ThreadRequest } from './thread-calls.ts';

let file = '';
let operations: SqliteOperations | null = null;

answerCalls<ThreadRequest, ThreadFailure>({
  perform,
  failureOf: (error, { name }) => {
    const { code, message } = storeFailure(error, file, name);
    return { code, message };
  },
  isOver: () => operations === null,
});

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
