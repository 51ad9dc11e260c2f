/**
 * Feeds an agent's journal to its recorder: every row once, in order, checked against the chain.
 */
import {
  chainHash,
  readJournalBody,
  type IdleEntry,
  type MeasuredWindow,
  type Recorder,
} from '../audit/index.ts';
import { StoreError, type JournalRow, type Store } from '../store/index.ts';

const ROWS_AT_ONCE = 1_000;

/** The windows that the rows after the recorder's last one close, and the rests between them, one at a time. */
export async function* recordWindows(
  store: Pick<Store, 'read'>,
  recorder: Recorder,
  idles: readonly IdleEntry[],
): AsyncGenerator<MeasuredWindow> {
  const { agent } = recorder.state;
  for (;;) {
    const rows = await store.read(agent, recorder.state.seq + 1, ROWS_AT_ONCE);
    for (const row of rows) {
      yield* rested(recorder, idles);
      requireNext(row, recorder);
      const entry = readJournalBody(row.body);
      yield* closed(recorder, recorder.timeOf(entry));
      recorder.take(entry, row.hash);
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  yield* rested(recorder, idles);
}

/** What is closed by the rests after the recorder's last row. */
function* rested(recorder: Recorder, idles: readonly IdleEntry[]): Generator<MeasuredWindow> {
  for (const { seq, until_ms: untilMs } of idles) {
    if (seq !== recorder.state.seq || untilMs <= recorder.state.at) continue;
    recorder.rest(untilMs);
    yield* closed(recorder, untilMs);
  }
}

function* closed(recorder: Recorder, atMs: number): Generator<MeasuredWindow> {
  for (let one = recorder.closeNext(atMs); one !== null; one = recorder.closeNext(atMs)) yield one;
}

function requireNext(row: JournalRow, { state }: Recorder): void {
  const isFirst = state.seq === 0;
  const follows = isFirst || (row.seq === state.seq + 1 && row.prev === state.hash);
  if (follows && row.hash === chainHash(row.prev, row.body)) return;
  throw new StoreError(
    'STORE_CORRUPT',
    `the journal of agent ${row.agent} does not go on at row ${row.seq} as its windows were measured: ` +
      'rows are missing or were changed. Run tripwire audit verify.',
  );
}
