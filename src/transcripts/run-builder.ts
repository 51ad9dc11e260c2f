/**
 * Builds a run from what a reader meets, in the order in which it meets it.
 *
 * Only the verdicts on events are kept. A call becomes an event when its result is there; one that was never answered is none.
 * Events are those that the gate sees live: what comes between two answers reaches the model in one request, so it has one
 * time, and words beside calls are no answer. Usage belongs to the events that its answer brought about, so the
 * builder remembers where each answer began.
 */
import { openedJson } from '../base/json-text.ts';
import { present } from '../base/present.ts';
import { stableJson } from '../base/stable-json.ts';
import {
  digestEvent,
  initialJudge,
  judgeEvent,
  type ToolEvent,
  type TranscriptEvent,
} from '../detect/index.ts';
import type { ModelCall, Usage } from '../prices/index.ts';
import { isClientNote, withoutClientNotes } from './client-notes.ts';
import type { Reading } from './json-lines.ts';
import type { JudgedEvent, Run } from './run.ts';
import { clipped } from './visible-text.ts';

/** Characters of the first prompt that name a run. */
const TITLE_CHARACTERS_MAX = 200;
/** Events that may wait for an answer after them; a file without answers has to fit into memory, too. */
const ASKED_MAX = 256;

/** What is known of a run besides its events. */
export interface RunFacts {
  readonly id: string;
  readonly client: string;
  readonly file: string;
  readonly project: string | null;
  readonly isSubagent?: boolean;
  readonly isLog?: true;
}

/** What a tool answered. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError?: boolean;
}

interface Answer {
  readonly key: string | null;
  readonly hasCalls: boolean;
}

const NO_ANSWER: Answer = Object.freeze({ key: null, hasCalls: false });

interface OpenCall {
  readonly tool: string;
  readonly args: unknown;
  /** How many calls were made before it. */
  readonly place: number;
}

/** Something for the next request, and its place in it. */
interface Asked {
  readonly event: TranscriptEvent;
  readonly place: number;
}

/** In which order a client sends the results of one answer: as they came, or as they were called in it. */
type ResultOrder = 'answered' | 'called';

/** A run in the making. */
export class RunBuilder {
  readonly #reading: Reading;
  readonly #order: ResultOrder;
  readonly #events: JudgedEvent[] = [];
  readonly #open = new Map<string, OpenCall>();
  readonly #modelCalls = new Map<string, ModelCall>();
  #judge = initialJudge();
  /** What was said last waits to be judged: it may turn out to be a summary, or words beside a call. */
  #waiting: TranscriptEvent | null = null;
  /** What came since the last answer. */
  #asked: Asked[] = [];
  /** The latest answer: whether it calls tools, and its name where the reader knows one. */
  #answer: Answer = NO_ANSWER;
  #title = '';
  #answerBegan: number | null = null;
  #startedAtMs: number | null = null;
  #endedAtMs: number | null = null;
  #seenAtMs: number | null = null;
  /** The latest tool call, if it failed. */
  #failedCall: string | null = null;
  #calls = 0;

  constructor(reading: Reading, order: ResultOrder = 'answered') {
    this.#reading = reading;
    this.#order = order;
  }

  /** Something was said in the user's name. */
  prompt(text: string, atMs: number | null): void {
    this.#saw(atMs);
    if (text.trim() === '' || isClientNote(text)) return;
    if (this.#title === '') this.#title = titleFrom(text);
    this.#ask({ kind: 'prompt', text: clipped(text), ...at(atMs) });
  }

  /** The model said something. */
  response(text: string, atMs: number | null): void {
    this.#saw(atMs);
    if (text.trim() === '') return;
    this.#goOn();
    if (this.#answer.hasCalls) return;
    this.#settle();
    this.#answerBegan ??= this.#next;
    this.#waiting = { kind: 'response', text: clipped(text), ...at(atMs) };
  }

  /** The model calls a tool. */
  call(callId: string, tool: string, args: unknown): void {
    this.#goOn();
    this.#answer = { ...this.#answer, hasCalls: true };
    this.#waiting = null;
    this.#answerBegan ??= this.#next;
    this.#open.set(callId, { tool, args: openedJson(args ?? {}), place: this.#calls });
    this.#calls += 1;
  }

  /** A tool answered; an answer without a call, or a second one, is no event. */
  result(callId: string, outcome: ToolOutcome, atMs: number | null): void {
    this.#saw(atMs);
    const open = this.#open.get(callId);
    if (open === undefined) return;
    this.#open.delete(callId);
    const { isError } = outcome;
    const event: ToolEvent = {
      kind: 'tool',
      tool: open.tool,
      args: open.args,
      result: clipped(withoutClientNotes(outcome.text)),
      ...present({ isError }),
      callId,
      ...at(atMs),
    };
    this.#ask(event, open.place);
  }

  /** The conversation goes on from a summary. */
  compaction(atMs: number | null): void {
    this.#saw(atMs);
    this.#send();
    this.#settle();
    this.#take({ kind: 'compaction', ...at(atMs) });
  }

  /** What the model said last was a summary to go on from, and no answer. */
  takeBackResponse(): void {
    this.#waiting = null;
  }

  /** What comes belongs to this answer, also after results: some clients run the first of its calls before they write the next. */
  answer(key: string | null): void {
    if (key !== null && key === this.#answer.key) return;
    this.#send();
    this.#settle();
    this.#answer = { key, hasCalls: false };
  }

  /** An answer begins here, where a format tells its usage before what it said. */
  beginAnswer(): void {
    this.#answerBegan = this.#next;
  }

  /** What an answer used. The same key again is the same answer, told once more. */
  usage(key: string, model: string | null, usage: Usage): void {
    const known = this.#modelCalls.get(key);
    const firstEvent = known?.firstEvent ?? this.#answerBegan ?? this.#next;
    const atMs = known === undefined ? (this.#seenAtMs ?? undefined) : known.atMs;
    this.#modelCalls.set(key, { model, usage, firstEvent, ...present({ atMs }) });
    this.#answerBegan = null;
  }

  /** Whether nothing happened that a judge could look at. */
  get isEmpty(): boolean {
    return this.#next === 0 && this.#modelCalls.size === 0;
  }

  /** The run as it stands. */
  build(facts: RunFacts): Run {
    this.#send();
    this.#settle();
    return {
      ...facts,
      startedAtMs: this.#startedAtMs,
      endedAtMs: this.#endedAtMs,
      title: this.#title,
      endsOpen: this.#open.size > 0 || isOpenEnd(this.#events.at(-1)),
      events: this.#events,
      modelCalls: [...this.#modelCalls.values()],
    };
  }

  /** The place of the next event. */
  get #next(): number {
    return this.#events.length + this.#asked.length + (this.#waiting === null ? 0 : 1);
  }

  /** Something for the next request. */
  #ask(event: TranscriptEvent, place = Infinity): void {
    this.#settle();
    this.#asked.push({ event, place });
    if (this.#asked.length >= ASKED_MAX) this.#send();
  }

  /** An answer goes on; where it has no name, what comes after a result or a prompt is the next one. */
  #goOn(): void {
    if (this.#asked.length === 0 || this.#answer.key !== null) return;
    this.#send();
    this.#answer = NO_ANSWER;
  }

  /** What the last answer is followed by was sent, with the last of it. */
  #send(): void {
    const called = (one: Asked, other: Asked) => one.place - other.place || 0;
    const asked = this.#order === 'called' ? this.#asked.toSorted(called) : this.#asked;
    this.#asked = [];
    const latest = asked.reduce((last, { event }) => Math.max(last, event.atMs ?? -1), -1);
    const atMs = latest === -1 ? null : latest;
    for (const { event } of asked) this.#take({ ...event, ...at(atMs) });
  }

  #take(event: TranscriptEvent): void {
    const { state, verdict } = judgeEvent(this.#judge, digestEvent(event));
    this.#judge = state;
    this.#events.push({ kind: event.kind, verdict, ...this.#failure(event) });
    this.#reading.onEvent?.(event);
  }

  #failure(event: TranscriptEvent): Pick<JudgedEvent, 'hasFailed' | 'isRetry'> {
    if (event.kind !== 'tool') return {};
    const before = this.#failedCall;
    const hasFailed = event.isError === true;
    const call = hasFailed || before !== null ? stableJson([event.tool, event.args]) : null;
    this.#failedCall = hasFailed ? call : null;
    const isRetry = before !== null && before === call;
    return { ...(hasFailed ? { hasFailed } : {}), ...(isRetry ? { isRetry } : {}) };
  }

  #settle(): void {
    const event = this.#waiting;
    if (event === null) return;
    this.#waiting = null;
    this.#take(event);
  }

  #saw(atMs: number | null): void {
    if (atMs === null) return;
    this.#seenAtMs = atMs;
    this.#startedAtMs = Math.min(this.#startedAtMs ?? atMs, atMs);
    this.#endedAtMs = Math.max(this.#endedAtMs ?? atMs, atMs);
  }
}

function isOpenEnd(last: JudgedEvent | undefined): boolean {
  return last?.kind === 'tool' || last?.kind === 'prompt';
}

function at(atMs: number | null): { readonly atMs?: number } {
  return atMs === null ? {} : { atMs };
}

function titleFrom(text: string): string {
  const line = text
    .trim()
    .slice(0, 2 * TITLE_CHARACTERS_MAX)
    .replaceAll(/\s+/g, ' ');
  return line.length <= TITLE_CHARACTERS_MAX ? line : `${line.slice(0, TITLE_CHARACTERS_MAX - 1)}…`;
}
