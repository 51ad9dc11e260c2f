/**
 * The thread that measures windows: hashing and the log's disk must stall no stream.
 *
 * It reads the journal by its own connection and writes only the audit folder. Requests are done one after the other.
 */
import { join } from 'node:path';
import { assert } from '../../base/assert.ts';
import { errorWords } from '../../base/error-words.ts';
import { answerCalls } from '../../base/node/worker-calls.ts';
import type { AuditEntriesAsked, WindowsAsked } from '../../control/index.ts';
import { openPostgresStore, openSqliteStoreHere, type Store } from '../../store/index.ts';
import { AuditKeeper, type Audited, type Times } from './keeper.ts';

/** What the thread is asked. */
export type AuditRequest =
  | {
      readonly kind: 'open';
      readonly data: string;
      /** The database of the journal; its file in the data folder when absent. */
      readonly url?: string;
      /** Until when another process traced the same agents; the journal is not silent of itself until then. */
      readonly tracedUntil?: number;
      readonly times: Times;
    }
  | { readonly kind: 'tick'; readonly times: Times; readonly audited: Audited }
  | {
      readonly kind: 'windows';
      readonly agent: string;
      readonly asked: WindowsAsked;
      readonly nowMs: number;
    }
  | { readonly kind: 'log' }
  | { readonly kind: 'entries'; readonly asked: AuditEntriesAsked }
  | { readonly kind: 'close'; readonly nowMs: number };

let store: Store | null = null;
let keeper: AuditKeeper | null = null;
let isOver = false;

answerCalls<AuditRequest, string>({
  perform,
  failureOf: (error) => errorWords(error),
  isOver: () => isOver,
});

async function perform(request: AuditRequest): Promise<unknown> {
  if (request.kind === 'open') {
    const { data, url, times, tracedUntil = 0 } = request;
    // A file in this thread: it is one whose only work is to wait for the disk.
    store =
      url === undefined
        ? await openSqliteStoreHere({ file: join(data, 'journal.db'), readOnly: true })
        : await openPostgresStore({ url, readOnly: true });
    const opened = await AuditKeeper.open(store, join(data, 'audit'), { ...times, tracedUntil });
    ({ keeper } = opened);
    return opened.startedMs;
  }
  if (request.kind === 'close') {
    isOver = true;
    await keeper?.close(request.nowMs);
    await store?.close();
    return null;
  }
  assert(keeper !== null, 'the audit is not open');
  if (request.kind === 'windows')
    return keeper.windows(request.agent, request.asked, request.nowMs);
  if (request.kind === 'log') return keeper.log();
  if (request.kind === 'entries') return keeper.entries(request.asked);
  return keeper.tick(request.times, request.audited);
}
