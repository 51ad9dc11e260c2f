/**
 * What a request adds to its thread, and what is remembered of it.
 *
 * Clients send the whole history each time; a thread's known prints tell what is new. Looking changes nothing: only
 * what the gate let through is remembered (`commit`), so a refused request can be sent again without loss. Answers
 * are read when they come, so the words of an answer in a later history are not counted a second time.
 */
import type { HeaderPairs } from '../../base/header-pairs.ts';
import type { ClientFacts } from '../../clients/client-headers.ts';
import type { Purpose } from '../../core/index.ts';
import { rebuildNew, type TranscriptEvent } from '../../detect/index.ts';
import { lastUserMessage, sideRequestKind, type MadeToolCall } from '../../wire/index.ts';
import { weighedBytes } from '../observe/token-estimate-media.ts';
import { keptCalls } from './thread-memory-calls.ts';
import { threadOf } from './thread-memory-name.ts';
import { beforeNewestTurn } from './thread-memory-newest-turn.ts';
import { ThreadTable, type Known, type Remembered } from './thread-memory-table.ts';

/** A request as it came. */
export interface LookAt {
  readonly agent: string;
  readonly client: ClientFacts;
  /** Parsed JSON; undefined when it could not be read. */
  readonly body: unknown;
  readonly bodyBytes: number;
  readonly path: string;
  readonly headers: HeaderPairs;
}

/** What an answer said, as far as the thread's next request depends on it. */
export interface Answered {
  readonly toolCalls: readonly MadeToolCall[];
  readonly outputTokens: number;
}

/** What a request is in its thread. */
export interface Look {
  readonly agent: string;
  readonly session: string | null;
  readonly thread: string;
  readonly path: string;
  readonly purpose: Purpose;
  /** What is new. For a request sent again after an answer, what it repeats; for a retry, nothing. */
  readonly events: readonly TranscriptEvent[];
  readonly change: ReturnType<typeof rebuildNew>['change'];
  readonly isSide: boolean;
  readonly sideKind: ReturnType<typeof sideRequestKind>;
  /** The same request again because the one before was not answered. */
  readonly isRetry: boolean;
  /** Bytes beyond the thread's last body. */
  readonly newBytes: number;
  readonly lastOutputTokens: number | null;
  /** The gate let it through: remember it. */
  commit(): void;
  /** It was answered, or failed. `answer` is null when the answer could not be read. */
  answered(ok: boolean, answer: Answered | null): void;
}

/** Side requests in a row that may call tools before they count as steps. */
const DISGUISED_MAX = 2;

/** The threads of all agents. */
export class ThreadMemory {
  readonly #table = new ThreadTable();

  /** What this request is, without remembering it. */
  look(at: LookAt): Look {
    const { agent, client, body, path } = at;
    const { session } = client;
    const thread = threadOf(client, this.#table.threads(agent, session), body, path);
    const before = this.#table.find(agent, session, thread);
    const sideKind = sideRequestKind(body, { path, headers: tableOf(at.headers) });
    const isSide = sideKind !== null && before.disguised < DISGUISED_MAX;
    const read = readNew(before, body, path);
    // What is no conversation is not the last request of one: a list of models must not hide an answer.
    const isApart = isSide || read.change === 'unreadable';
    const isRetry = read.change === 'same' && isRetried(before, client.retryCount);
    const bytes = weighedBytes(at.bodyBytes, body);
    return {
      agent,
      session,
      thread,
      path,
      purpose: !isSide ? 'step' : sideKind === 'compaction' ? 'compaction' : 'side',
      events: isSide || isRetry ? [] : eventsOf(before, read, body, path),
      change: read.change,
      isSide,
      sideKind,
      isRetry,
      newBytes: Math.max(0, bytes - before.bodyBytes),
      lastOutputTokens: before.outputTokens,
      commit: () => {
        if (isApart) return;
        this.#change(agent, session, thread, {
          known: read.known,
          bodyBytes: bytes,
          retryCount: client.retryCount,
          answer: 'pending',
          ...(sideKind === null ? { disguised: 0 } : {}),
        });
      },
      answered: (ok, answer) => {
        const current = this.#table.find(agent, session, thread);
        if (isSide) {
          // A side request asks for words. One whose answers call tools is a step in disguise.
          if (answer === null || answer.toolCalls.length === 0) return;
          this.#change(agent, session, thread, { disguised: current.disguised + 1 });
          return;
        }
        if (isApart) return;
        this.#change(agent, session, thread, outcomeOf(ok, answer));
      },
    };
  }

  #change(
    agent: string,
    session: string | null,
    thread: string,
    change: Partial<Remembered>,
  ): void {
    const current = this.#table.find(agent, session, thread);
    this.#table.put(agent, session, thread, { ...current, ...change });
  }
}

interface Read {
  readonly events: readonly TranscriptEvent[];
  readonly known: Known;
  readonly change: Look['change'];
}

/** What is new against the known history; of an unknown one, its newest turn. */
function readNew(before: Remembered, body: unknown, path: string): Read {
  if (before.known !== null) {
    return rebuildNew(before.known, body, { path, earlierCalls: before.calls });
  }
  const start = beforeNewestTurn(body);
  const base = start === null ? null : rebuildNew(null, start, { path }).known;
  const read = rebuildNew(base, body, { path, earlierCalls: before.calls });
  return read.change === 'unreadable' ? read : { ...read, change: 'first' };
}

/**
 * A client that counts its attempts is believed when it counted on: one that always says "second attempt" would
 * never be seen to repeat itself.
 */
function isRetried({ answer, retryCount }: Remembered, attempt: number): boolean {
  return answer === 'failed' || attempt > retryCount;
}

function eventsOf(
  before: Remembered,
  { events, change }: Read,
  body: unknown,
  path: string,
): readonly TranscriptEvent[] {
  if (change === 'same' || change === 'older') return repeated(before, change, body, path);
  return before.isAnswerRead ? events.filter(({ kind }) => kind !== 'response') : events;
}

/**
 * A request that was answered comes again: the prompt is said anew, and the calls of that answer were made for
 * nothing, because their results never came.
 */
function repeated(
  { answer, calls }: Remembered,
  change: 'same' | 'older',
  body: unknown,
  path: string,
): readonly TranscriptEvent[] {
  const lost: TranscriptEvent[] =
    change === 'same' && answer === 'ok'
      ? calls.map((call) => ({ kind: 'tool', ...call, result: '' }))
      : [];
  const text = lastUserMessage(body, path);
  return text === null ? lost : [...lost, { kind: 'prompt', text }];
}

function outcomeOf(ok: boolean, answer: Answered | null): Partial<Remembered> {
  if (!ok) return { answer: 'failed', isAnswerRead: false };
  if (answer === null) return { answer: 'ok', isAnswerRead: false, calls: [] };
  return {
    answer: 'ok',
    isAnswerRead: true,
    calls: keptCalls(answer.toolCalls),
    outputTokens: answer.outputTokens,
  };
}

/** Of repeats the last counts: only one header is looked at, and it is believed only with a fitting body. */
function tableOf(headers: HeaderPairs): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}
