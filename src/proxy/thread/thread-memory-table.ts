/**
 * What is remembered of threads, bounded: the least recently used goes out, of the agent that fills most.
 *
 * An agent that makes up sessions or threads must not fill the memory. A thread that went out is met again as one
 * that began before we looked (`thread-memory-newest-turn.ts`).
 */
import { hash } from 'node:crypto';
import { BoundedMap } from '../../base/bounded-map.ts';
import { FairMap } from '../../base/fair-map.ts';
import type { KnownThread } from '../../detect/thread/index.ts';
import type { MadeToolCall } from '../../wire/index.ts';
import type { UsualOutput } from './usual-output.ts';

/** A thread's last request and its answer. */
export interface Remembered {
  /** The prints of its history. */
  readonly known: KnownThread | null;
  /** The weight of the last body. */
  readonly bodyBytes: number;
  readonly retryCount: number;
  /** What became of the last request. */
  readonly answer: 'none' | 'pending' | 'ok' | 'failed';
  /** The words of the last answer were read when it came. */
  readonly isAnswerRead: boolean;
  /** The calls of the last answer. */
  readonly calls: readonly Pick<MadeToolCall, 'callId' | 'tool' | 'args'>[];
  /** How long its answers are; absent before the first. */
  readonly output?: UsualOutput;
  /** Side requests in a row whose answers called tools. */
  readonly disguised: number;
}

export const UNKNOWN: Remembered = Object.freeze({
  known: null,
  bodyBytes: 0,
  retryCount: 0,
  answer: 'none',
  isAnswerRead: false,
  calls: Object.freeze([]),
  disguised: 0,
});

export const SESSIONS_MAX = 1_024;
export const THREADS_PER_SESSION_MAX = 64;
/** In all sessions together: about 8 KiB each at the most. */
const THREADS_MAX = 8_192;

/** The threads of one session, the least recently used first. */
export type SessionThreads = ReadonlyMap<string, Remembered>;

const NO_THREADS: SessionThreads = new Map();

/** All sessions, the least recently used first. */
export class ThreadTable {
  readonly #sessions = new FairMap<BoundedMap<string, Remembered>>(SESSIONS_MAX);
  #threads = 0;

  threads(agent: string, session: string | null): SessionThreads {
    return this.#sessions.get(agent, session ?? '') ?? NO_THREADS;
  }

  find(agent: string, session: string | null, thread: string): Remembered {
    return this.threads(agent, session).get(thread) ?? UNKNOWN;
  }

  put(agent: string, session: string | null, thread: string, what: Remembered): void {
    const key = session ?? '';
    const threads =
      this.#sessions.get(agent, key) ?? new BoundedMap<string, Remembered>(THREADS_PER_SESSION_MAX);
    const before = threads.size;
    threads.set(thread, what);
    this.#threads += threads.size - before;
    this.#threads -= this.#sessions.put(agent, key, threads)?.size ?? 0;
    while (this.#threads > THREADS_MAX) {
      this.#threads -= this.#sessions.dropOldest(threadsIn)?.size ?? this.#threads;
    }
  }

  /** Sessions and threads that are remembered. */
  get size(): { readonly sessions: number; readonly threads: number } {
    return { sessions: this.#sessions.size, threads: this.#threads };
  }
}

function threadsIn(sessions: ReadonlyMap<string, SessionThreads>): number {
  let threads = 0;
  for (const { size } of sessions.values()) threads += size;
  return threads;
}

const CALLS_MAX = 16;
const ARGUMENTS_CHARACTERS_MAX = 2_048;
const NAME_CHARACTERS_MAX = 256;

/** The first calls; long arguments are kept as their hash, which still tells equal from different. */
export function keptCalls(calls: readonly MadeToolCall[]): Remembered['calls'] {
  return calls.slice(0, CALLS_MAX).map(({ callId, tool, args, canonicalArgs }) => ({
    ...(callId === undefined ? {} : { callId: callId.slice(0, NAME_CHARACTERS_MAX) }),
    tool: tool.slice(0, NAME_CHARACTERS_MAX),
    args:
      canonicalArgs.length <= ARGUMENTS_CHARACTERS_MAX
        ? args
        : { sha256: hash('sha256', canonicalArgs, 'hex') },
  }));
}
