/**
 * Judges a run thread by thread and counts how long a loop was left running.
 */
import { detectThread } from '../../src/detect/index.ts';
import type { CorpusRun, CorpusThread } from '../../src/transcripts/index.ts';

/** Where a thread was stopped. */
export interface Stop {
  readonly thread: CorpusThread;
  /** Index of the event among the events of the run. */
  readonly event: number;
  readonly reason: string;
}

/** The stop of each thread, or null, by the id of the thread. */
export function stopsOf(run: CorpusRun): ReadonlyMap<string, Stop | null> {
  return new Map(
    run.threads.map((thread) => {
      const { firedAt, reason } = detectThread(thread);
      const event = firedAt === null ? undefined : thread.origins[firedAt];
      return [thread.id, event === undefined ? null : { thread, event, reason }];
    }),
  );
}

/** The earliest stop of a run. */
export function firstStop(run: CorpusRun): Stop | null {
  const stops = [...stopsOf(run).values()].filter((stop) => stop !== null);
  return stops.toSorted((a, b) => a.event - b.event)[0] ?? null;
}

/**
 * How many calls of the thread came after the first event of the loop, the stopping one included;
 * where the loop is made of words alone, how many answers. Negative when the stop came before.
 */
export function callsUntil({ thread, event }: Stop, loopStart: number): number {
  if (event < loopStart) return event - loopStart;
  const within = thread.events.filter((_, index) => {
    const origin = thread.origins[index] ?? 0;
    return origin > loopStart && origin <= event;
  });
  const calls = within.filter(({ kind }) => kind === 'tool').length;
  return calls > 0 ? calls : within.filter(({ kind }) => kind !== 'prompt').length;
}
