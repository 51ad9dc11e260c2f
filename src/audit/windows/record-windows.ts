/**
 * Feeds an agent's journal to its recorder: every row once, in order, checked against the chain.
 */
import { EVERYBODY } from '../../base/everybody.ts';
import { isIntact, readRow } from '../../journal/index.ts';
import { StoreError, type JournalRow, type Store } from '../../store/index.ts';
import type { TraceMark } from '../log/log-entries.ts';
import type { MeasuredWindow, Recorder } from './recorder.ts';
import { sharedAct, type SharedAct } from './shared-acts.ts';

const ROWS_AT_ONCE = 1_000;

/**
 * The windows that the rows after the recorder's last one close, and what the log says of the times between them, one at
 * a time. It stops before a row that is later than `untilMs`.
 */
export async function* recordWindows(
  store: Pick<Store, 'read'>,
  recorder: Recorder,
  marks: readonly TraceMark[],
  untilMs = Infinity,
): AsyncGenerator<MeasuredWindow> {
  const { agent } = recorder.state;
  const bySeq = Map.groupBy(marks, ({ seq }) => seq);
  for (;;) {
    const rows = await store.read(agent, recorder.state.seq + 1, ROWS_AT_ONCE);
    for (const row of rows) {
      yield* marked(recorder, bySeq);
      requireNext(row, recorder);
      const entry = readRow(row);
      const at = recorder.timeOf(entry);
      if (at > untilMs) return;
      yield* recorder.closeUntil(at);
      recorder.take(entry, row.hash);
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  yield* marked(recorder, bySeq);
}

/** The acts on all agents after a row of their journal, oldest first, and the last row that was read. */
export async function readSharedActs(
  store: Pick<Store, 'read'>,
  afterSeq: number,
): Promise<{ readonly acts: readonly SharedAct[]; readonly seq: number }> {
  const acts: SharedAct[] = [];
  let seq = afterSeq;
  for (;;) {
    const rows = await store.read(EVERYBODY, seq + 1, ROWS_AT_ONCE);
    for (const row of rows) {
      const act = sharedAct(readRow(row), row.hash);
      if (act !== null) acts.push(act);
    }
    seq = rows.at(-1)?.seq ?? seq;
    if (rows.length < ROWS_AT_ONCE) return { acts, seq };
  }
}

/** What is closed by the rests and the acts on all agents after the recorder's last row. */
function* marked(
  recorder: Recorder,
  marks: ReadonlyMap<number, readonly TraceMark[]>,
): Generator<MeasuredWindow> {
  for (const mark of marks.get(recorder.state.seq) ?? []) {
    const { at, allSeq } = recorder.state;
    if (mark.kind === 'all' && mark.of > allSeq) {
      yield* recorder.closeUntil(Math.max(at, mark.at_ms));
      recorder.takeShared(mark);
    } else if (mark.kind === 'idle' && mark.until_ms > at) {
      recorder.rest(mark.until_ms);
      yield* recorder.closeUntil(mark.until_ms);
    }
  }
}

function requireNext(row: JournalRow, { state }: Recorder): void {
  const isFirst = state.seq === 0;
  const follows = isFirst || (row.seq === state.seq + 1 && row.prev === state.hash);
  if (follows && isIntact(row)) return;
  throw new StoreError(
    'STORE_CORRUPT',
    `the journal of agent ${row.agent} does not go on at row ${row.seq} as its windows were measured: ` +
      'rows are missing or were changed. Run tripwire audit verify.',
  );
}
