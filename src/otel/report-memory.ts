/**
 * What was new in the traces of an agent: spans that were not sent before, in the order in which they ended, and of the
 * messages of a model call those that no earlier call brought.
 *
 * Exporters send a batch again when its answer was lost, and every model call repeats the conversation before it. A tool
 * call may come twice: as a span of its own and in the messages of the next model call; the first to come counts.
 */
import { hash } from 'node:crypto';
import { nameOf } from '../base/client-name.ts';
import { FairMap } from '../base/fair-map.ts';
import { firstText } from '../base/json-values.ts';
import { MAIN } from '../base/main-name.ts';
import { stableJson } from '../base/stable-json.ts';
import type { ToolEvent, TranscriptEvent } from '../detect/index.ts';
import { readSpan, type ModelAsked, type ToolRan } from './conventions.ts';
import type { Span } from './span.ts';

/** A model call with what is new in its conversation. */
export interface NewModelCall extends Omit<ModelAsked, 'input' | 'output'> {
  readonly events: readonly TranscriptEvent[];
}

/** A tool that ran; null where the span does not tell with which arguments and result. */
export interface NewToolCall {
  readonly kind: 'tool';
  readonly event: ToolEvent | null;
}

/** What a span brought. */
export interface NewStep {
  readonly id: string;
  readonly thread: string;
  readonly startMs: number;
  readonly atMs: number;
  readonly isError: boolean;
  readonly what: NewModelCall | NewToolCall;
}

const SPANS_KNOWN_MAX = 50_000;
const MESSAGES_KNOWN_MAX = 50_000;
const ID_DIGITS = 12;
/** Clocks of other machines differ; a time that is further away than this is no time. */
const AGE_MS_MAX = 86_400_000;
/** Longer results lose their middle: the work must be bounded. */
const RESULT_CHARACTERS_MAX = 262_144;

/** Attributes that name a conversation, the most exact first. */
const CONVERSATION = [
  'gen_ai.conversation.id',
  'session.id',
  'traceloop.association.properties.conversation_id',
  'traceloop.association.properties.session_id',
  'traceloop.association.properties.thread_id',
  'langfuse.session.id',
];

/** What a body brought. */
export interface NewReport {
  readonly steps: readonly NewStep[];
  /** Nothing of it could be recorded: what was remembered of it is forgotten, so that it can be sent again. */
  readonly forget: () => void;
}

/** What is remembered of all agents, up to a bound: what one of them reports makes no other look as if it began anew. */
export class ReportMemory {
  readonly #spans = new FairMap<true>(SPANS_KNOWN_MAX);
  readonly #messages = new FairMap<true>(MESSAGES_KNOWN_MAX);
  /** Tool calls that came as spans without the id of the call, by what was called: messages may bring them again. */
  readonly #unclaimed = new FairMap<number>(MESSAGES_KNOWN_MAX);

  /** What is new in spans that an agent sent. */
  take(agent: string, spans: readonly Span[], nowMs: number): NewReport {
    const put: Put[] = [];
    const steps = spans
      .toSorted((one, other) => one.endMs - other.endMs)
      .flatMap((span) => this.#stepOf(agent, span, { nowMs, put }) ?? []);
    return {
      steps,
      forget: () => put.forEach(({ known, agent: whose, key }) => known.delete(whose, key)),
    };
  }

  #stepOf(agent: string, span: Span, { nowMs, put }: Taking): NewStep | null {
    const told = readSpan(span);
    if (told === null || !isNew(put, this.#spans, agent, [span.traceId, span.spanId])) return null;
    const thread = threadOf(span);
    const atMs = within(span.endMs, nowMs);
    const startMs = Math.min(atMs, within(span.startMs, nowMs));
    const where = { agent, thread, startMs, atMs, put };
    const what =
      told.kind === 'tool' ? this.#tool(where, told, span) : this.#modelCall(where, told);
    if (what === null) return null;
    const id = hash('sha256', `${span.traceId}/${span.spanId}`, 'hex').slice(0, ID_DIGITS);
    return { id, thread, startMs, atMs, isError: span.isError, what };
  }

  #tool({ agent, thread, atMs, put }: Where, ran: ToolRan, { isError }: Span): NewToolCall | null {
    const { callId, tool, args, result } = ran;
    if (callId !== null && !isNew(put, this.#messages, agent, [thread, callId])) return null;
    if (args === undefined || result === null) return { kind: 'tool', event: null };
    if (callId === null) {
      const key = calledKey(thread, tool, args);
      this.#unclaimed.put(agent, key, (this.#unclaimed.get(agent, key) ?? 0) + 1);
    }
    const failed = isError ? { isError } : {};
    return {
      kind: 'tool',
      event: { kind: 'tool', tool, args, result: clipped(result), ...failed, atMs },
    };
  }

  #modelCall({ agent, thread, startMs, atMs, put }: Where, asked: ModelAsked): NewModelCall {
    const { input, output, ...rest } = asked;
    const calls = new Map(input.flatMap((one) => one.calls.map((call) => [call.id, call])));
    const events: TranscriptEvent[] = [];
    for (const [index, { role, text, answers }] of input.entries()) {
      const says = role === 'user' && text.trim() !== '';
      if (says && isNew(put, this.#messages, agent, [thread, index, digitsOf(text)])) {
        events.push({ kind: 'prompt', text: clipped(text), atMs: startMs });
      }
      for (const [at, answer] of answers.entries()) {
        const call = calls.get(answer.id);
        if (call === undefined) continue;
        const { id, tool, args } = call;
        const named = id ?? [index, at, digitsOf(answer.text)];
        if (!isNew(put, this.#messages, agent, [thread, named])) continue;
        if (this.#claims(agent, calledKey(thread, tool, args))) continue;
        events.push({ kind: 'tool', tool, args, result: clipped(answer.text), atMs: startMs });
      }
    }
    const said = output.map(({ text }) => text).join('\n');
    const isWords = said.trim() !== '' && output.every((one) => one.calls.length === 0);
    if (isWords) events.push({ kind: 'response', text: clipped(said), atMs });
    return { ...rest, events };
  }

  /** Whether a span told of this call before; each span stands for one. */
  #claims(agent: string, key: string): boolean {
    const count = this.#unclaimed.get(agent, key) ?? 0;
    if (count === 0) return false;
    this.#unclaimed.put(agent, key, count - 1);
    return true;
  }
}

/** What was remembered, to be forgotten again where it could not be recorded. */
interface Put {
  readonly known: FairMap<true>;
  readonly agent: string;
  readonly key: string;
}

interface Taking {
  readonly nowMs: number;
  readonly put: Put[];
}

interface Where extends Pick<Taking, 'put'> {
  readonly agent: string;
  readonly thread: string;
  readonly startMs: number;
  readonly atMs: number;
}

/** Whether something is told for the first time; it is known from then on. */
function isNew(
  put: Put[],
  known: FairMap<true>,
  agent: string,
  parts: readonly unknown[],
): boolean {
  const key = JSON.stringify(parts);
  if (known.has(agent, key)) return false;
  known.put(agent, key, true);
  put.push({ known, agent, key });
  return true;
}

/**
 * The conversation of a span: the one that it names, else its trace; spans that are traces of their own are one
 * conversation together, because a program that traces its model calls alone makes a trace of each.
 */
function threadOf({ attributes, traceId, hasParent }: Span): string {
  const named = firstText(attributes, CONVERSATION);
  return nameOf(named ?? (hasParent ? traceId : MAIN)) ?? MAIN;
}

function within(atMs: number, nowMs: number): number {
  return atMs > nowMs || atMs < nowMs - AGE_MS_MAX ? nowMs : atMs;
}

function calledKey(thread: string, tool: string, args: unknown): string {
  return `${thread}\n${tool}\n${digitsOf(stableJson(args))}`;
}

function digitsOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, ID_DIGITS);
}

function clipped(text: string): string {
  if (text.length <= RESULT_CHARACTERS_MAX) return text;
  const half = RESULT_CHARACTERS_MAX / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}
