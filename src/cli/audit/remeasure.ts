/**
 * The windows of an agent made again from its records, as far as this version can.
 *
 * A trace may have stretches of several recorders. This version has one of them; what another measured is taken as it
 * is, and said to be.
 */
import {
  gapsOf,
  marksOf,
  newRecorder,
  Recorder,
  RECORDER_VERSION,
  traceEnd,
  type AuditWindow,
  type LogEntry,
  type MeasuredWindow,
  type Stretch,
  recordWindows,
} from '../../audit/index.ts';
import type { Store } from '../../store/index.ts';

/** What is made again, and of what. */
export interface Remeasured {
  readonly store: Store;
  readonly entries: readonly LogEntry[];
  readonly agent: string;
  readonly stretches: readonly Stretch[];
  /** The windows as they are kept: a stretch goes on where those before it end. */
  readonly windows: readonly AuditWindow[];
  /**
   * When the newest window ends, where the rows end there too: in a bundle the row that closed the window is not there,
   * and the log says that it closed.
   */
  readonly endMs?: number | null;
}

/** One answer a kept window: the window made again, null where another recorder made it, undefined where none comes. */
export async function* windowsAgain(
  asked: Remeasured,
): AsyncGenerator<MeasuredWindow | null | undefined> {
  const { stretches, windows } = asked;
  for (const [place, { recorder, firstIndex, sinceMs }] of stretches.entries()) {
    const count = (stretches[place + 1]?.firstIndex ?? windows.length) - firstIndex;
    const again = recorder === RECORDER_VERSION ? remade(asked, firstIndex, sinceMs) : null;
    for (let made = 0; made < count; made += 1) {
      const next = await again?.next();
      yield next === undefined ? null : next.done === true ? undefined : next.value;
    }
  }
}

async function* remade(
  { store, entries, agent, windows, endMs = null }: Remeasured,
  firstIndex: number,
  sinceMs: number,
): AsyncGenerator<MeasuredWindow> {
  const gaps = gapsOf(entries);
  const end = traceEnd(windows.slice(0, firstIndex));
  const recorder = new Recorder(newRecorder(agent, sinceMs, end), () => gaps);
  yield* recordWindows(store, recorder, marksOf(entries, agent));
  for (let one = closing(recorder, endMs); one !== null; one = closing(recorder, endMs)) yield one;
}

function closing(recorder: Recorder, endMs: number | null): MeasuredWindow | null {
  return endMs === null ? null : recorder.closeNext(endMs);
}

/** What to say of windows that another recorder measured; null when there are none. */
export function otherRecorders(stretches: readonly Stretch[], windowCount: number): string | null {
  const parts = stretches.flatMap(({ recorder, firstIndex }, place) => {
    const last = (stretches[place + 1]?.firstIndex ?? windowCount) - 1;
    if (recorder === RECORDER_VERSION || last < firstIndex) return [];
    return [`windows ${firstIndex} to ${last} were measured by recorder ${recorder}`];
  });
  if (parts.length === 0) return null;
  return (
    `${parts.join(', ')}; this version measures with recorder ${RECORDER_VERSION}, so they are checked against the log ` +
    'and not made again from their records. The version that made them can do that'
  );
}
