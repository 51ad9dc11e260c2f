/** Short notation for the threads on which rules are tried. */
import type { Thread, ToolEvent, TranscriptEvent } from '../../../src/detect/index.ts';

/** A call that went well unless an error is given. */
export function call(
  tool: string,
  args: unknown = {},
  outcome: { readonly result?: string; readonly error?: string } = {},
): ToolEvent {
  const { result, error } = outcome;
  return {
    kind: 'tool',
    tool,
    args,
    result: result ?? error ?? 'ok',
    ...(error === undefined ? {} : { isError: true, error }),
  };
}

/** The agent says something. */
export function says(text: string): TranscriptEvent {
  return { kind: 'response', text };
}

/** The person says something. */
export function asks(text: string): TranscriptEvent {
  return { kind: 'prompt', text };
}

/** The events, over and over. */
export function times(count: number, ...events: readonly TranscriptEvent[]): TranscriptEvent[] {
  return Array.from({ length: count }, () => events).flat();
}

/** One event for each number from 0. */
export function each(count: number, make: (n: number) => TranscriptEvent): TranscriptEvent[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

/** A thread of these events. */
export function threadOf(...events: readonly TranscriptEvent[]): Thread {
  return { id: 'thread', events };
}
