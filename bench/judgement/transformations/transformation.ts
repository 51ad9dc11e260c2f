/**
 * A transformation of a run: what a client, a tool or a tempo may do to it without making it another run.
 *
 * A verdict that changes with one of these was not about what the agent did.
 */
import type { ToolEvent, TranscriptEvent } from '../../../src/detect/index.ts';
import type { CorpusRun, CorpusThread } from '../../../src/transcripts/index.ts';

/** Rewrites one event; none, one or several come of it. `index` is its place in the thread. */
export type Rewrite = (event: TranscriptEvent, index: number) => readonly TranscriptEvent[];

export interface Transformation {
  readonly name: string;
  /** A rewriter for one thread: some remember what came before. */
  readonly forThread: () => Rewrite;
}

/** The run after a transformation; every event remembers where it stood. */
export function transformed(run: CorpusRun, { forThread }: Transformation): CorpusRun {
  const threads = run.threads.map((thread): CorpusThread => {
    const rewrite = forThread();
    const pairs = thread.events.flatMap((event, index) =>
      rewrite(event, index).map((one) => [one, thread.origins[index] ?? 0] as const),
    );
    return {
      ...thread,
      events: pairs.map(([event]) => event),
      origins: pairs.map(([, origin]) => origin),
    };
  });
  return { ...run, threads };
}

/** Changes the tool calls and leaves the rest. */
export function ofCalls(
  name: string,
  change: (event: ToolEvent, index: number) => ToolEvent,
): Transformation {
  const rewrite: Rewrite = (event, index) => [event.kind === 'tool' ? change(event, index) : event];
  return { name, forThread: () => rewrite };
}

/** Changes what tools gave back, the text of an error included. */
export function ofResults(
  name: string,
  change: (text: string, event: ToolEvent) => string,
): Transformation {
  return ofCalls(name, (event) => {
    const result = change(event.result, event);
    const { error } = event;
    if (error === undefined) return { ...event, result };
    return { ...event, result, error: error === event.result ? result : change(error, event) };
  });
}
