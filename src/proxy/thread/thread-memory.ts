/**
 * What a request adds to its thread, and what is remembered of it.
 *
 * Clients send the whole history each time; a thread's known prints tell what is new. Locating a request changes
 * nothing: only what the gate let through is remembered (`begin`), so a refused request can be sent again without loss.
 * Answers are read when they come, so the words of an answer in a later history are not counted a second time.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import type { Purpose } from '../../core/index.ts';
import type { TranscriptEvent } from '../../detect/index.ts';
import {
  historyOf,
  historyUpTo,
  newEvents,
  type History,
  type Rebuilt,
} from '../../detect/thread/index.ts';
import {
  lastUserText,
  type Conversation,
  type MadeToolCall,
  type SideRequestKind,
} from '../../wire/index.ts';
import type { ProxyRequest } from '../read-request.ts';
import { threadOf } from './thread-memory-name.ts';
import { lastModelMessage } from './thread-memory-newest-turn.ts';
import { keptCalls, ThreadTable, type Remembered } from './thread-memory-table.ts';
import { withAnswer, type UsualOutput } from './usual-output.ts';

/** What is looked at of a request. */
export type Located = Pick<
  ProxyRequest,
  'client' | 'conversation' | 'sideKind' | 'weighedBytes' | 'onlyReads'
> & { readonly route: Pick<ProxyRequest['route'], 'agent'> };

/** What an answer said, as far as the thread's next request depends on it. */
export interface Answered {
  readonly toolCalls: readonly MadeToolCall[];
  readonly outputTokens: number;
}

/** What a request is in its thread. */
export interface RequestInThread {
  readonly agent: string;
  readonly session: string | null;
  readonly thread: string;
  readonly purpose: Purpose;
  /** What is new. For a request sent again after an answer, what it repeats; for a retry, nothing. */
  readonly events: readonly TranscriptEvent[];
  readonly change: Rebuilt['change'] | 'unreadable';
  readonly isSide: boolean;
  readonly sideKind: SideRequestKind | null;
  /** The same request again because the one before was not answered. */
  readonly isRetry: boolean;
  /** Bytes beyond the thread's last body. */
  readonly newBytes: number;
  /** How long answers are here, or of this agent elsewhere; null when none was seen. */
  readonly usualOutputTokens: number | null;
  /** What is remembered of it once it passed; null for what is not the last request of a conversation. */
  readonly remembers: Partial<Remembered> | null;
}

/** A request that was let through and is not answered yet. */
export interface OpenTurn {
  /** It was answered, or failed; the first word counts. `answer` is null when the answer could not be read. */
  answered(ok: boolean, answer: Answered | null): void;
}

/** Side requests in a row that may call tools, or say what they left no room for, before they count as steps. */
const DISGUISED_MAX = 2;
const AGENTS_MAX = 4_096;
/** A request that leaves no room for an answer gets none; some providers count an end or a bracket. */
const PREWARM_TOKENS_MAX = 16;

/** The threads of all agents. */
export class ThreadMemory {
  readonly #table = new ThreadTable();
  readonly #remembers: boolean;
  /** Of all conversations of an agent together. */
  readonly #outputs = new BoundedMap<string, UsualOutput>(AGENTS_MAX);

  /**
   * One that remembers nothing tells from each request alone what is new in it, its newest turn: where another node may
   * have served the request before, what this one remembers would count twice.
   */
  constructor(remembers = true) {
    this.#remembers = remembers;
  }

  /** What this request is, without remembering it. */
  locate(request: Located): RequestInThread {
    const { client, conversation, sideKind, weighedBytes } = request;
    const { agent } = request.route;
    const { session } = client;
    const history = conversation === null ? null : historyOf(conversation);
    const thread = threadOf(client, this.#table.threads(agent, session), history);
    const before = this.#table.find(agent, session, thread);
    const isSide = sideKind !== null && before.disguised < DISGUISED_MAX;
    const read = history === null ? null : readNew(before, history);
    const isRetry = read?.change === 'same' && isRetried(before, client.retryCount);
    return {
      agent,
      session,
      thread,
      purpose: purposeOf(request, isSide),
      events:
        isSide || isRetry || conversation === null || read === null
          ? []
          : eventsOf(before, read, conversation),
      change: read?.change ?? 'unreadable',
      isSide,
      sideKind,
      isRetry,
      newBytes: Math.max(0, weighedBytes - before.bodyBytes),
      usualOutputTokens: (before.output ?? this.#outputs.get(agent))?.meanTokens ?? null,
      // What is no conversation is not the last request of one: a list of models must not hide an answer.
      remembers:
        isSide || read === null
          ? null
          : {
              known: read.known,
              bodyBytes: weighedBytes,
              retryCount: client.retryCount,
              answer: 'pending',
              ...(sideKind === null ? { disguised: 0 } : {}),
            },
    };
  }

  /** The gate let a request through: it is remembered. */
  begin(request: RequestInThread): OpenTurn {
    if (request.remembers !== null) this.#change(request, request.remembers);
    let isOver = false;
    return {
      answered: (ok, answer) => {
        if (isOver) return;
        isOver = true;
        this.#answered(request, ok, answer);
      },
    };
  }

  #answered(request: RequestInThread, ok: boolean, answer: Answered | null): void {
    if (request.isSide) {
      if (answer === null || !isDisguised(request, answer)) return;
      const { agent, session, thread } = request;
      const { disguised } = this.#table.find(agent, session, thread);
      this.#change(request, { disguised: disguised + 1 });
    } else if (request.remembers !== null) {
      const learnt = ok && answer !== null ? this.#learn(request, answer) : {};
      this.#change(request, { ...outcomeOf(ok, answer), ...learnt });
    }
  }

  /** How long answers are here, with one more. */
  #learn(
    { agent, session, thread }: RequestInThread,
    { outputTokens }: Answered,
  ): Pick<Remembered, 'output'> {
    if (!this.#remembers) return {};
    this.#outputs.set(agent, withAnswer(this.#outputs.get(agent), outputTokens));
    const { output } = this.#table.find(agent, session, thread);
    return { output: withAnswer(output, outputTokens) };
  }

  #change({ agent, session, thread }: RequestInThread, change: Partial<Remembered>): void {
    if (!this.#remembers) return;
    const current = this.#table.find(agent, session, thread);
    this.#table.put(agent, session, thread, { ...current, ...change });
  }
}

/**
 * A side request asks for words: one whose answers call tools is a step in disguise. So is one that says that it wants no
 * answer in a field that its provider does not read, and gets one.
 */
function isDisguised({ sideKind }: RequestInThread, { toolCalls, outputTokens }: Answered) {
  return toolCalls.length > 0 || (sideKind === 'prewarm' && outputTokens > PREWARM_TOKENS_MAX);
}

function purposeOf({ sideKind, onlyReads }: Located, isSide: boolean): Purpose {
  if (onlyReads) return 'side';
  if (!isSide) return 'step';
  return sideKind === 'compaction' ? 'compaction' : 'side';
}

/** What is new against the known history; of an unknown one, its newest turn. */
function readNew(before: Remembered, history: History): Rebuilt {
  if (before.known !== null) return newEvents(before.known, history, before.calls);
  const last = lastModelMessage(history.conversation);
  const base = last === null ? null : newEvents(null, historyUpTo(history, last)).known;
  return { ...newEvents(base, history, before.calls), change: 'first' };
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
  { events, change }: Rebuilt,
  conversation: Conversation,
): readonly TranscriptEvent[] {
  if (change === 'same' || change === 'older') return repeated(before, change, conversation);
  return before.isAnswerRead ? events.filter(({ kind }) => kind !== 'response') : events;
}

/**
 * A request that was answered comes again: the prompt is said anew, and the calls of that answer were made for
 * nothing, because their results never came.
 */
function repeated(
  { answer, calls }: Remembered,
  change: 'same' | 'older',
  conversation: Conversation,
): readonly TranscriptEvent[] {
  const lost: TranscriptEvent[] =
    change === 'same' && answer === 'ok'
      ? calls.map((call) => ({ kind: 'tool', ...call, result: '' }))
      : [];
  const text = lastUserText(conversation);
  return text === null ? lost : [...lost, { kind: 'prompt', text }];
}

function outcomeOf(ok: boolean, answer: Answered | null): Partial<Remembered> {
  if (!ok) return { answer: 'failed', isAnswerRead: false };
  if (answer === null) return { answer: 'ok', isAnswerRead: false, calls: [] };
  return {
    answer: 'ok',
    isAnswerRead: true,
    calls: keptCalls(answer.toolCalls),
  };
}
