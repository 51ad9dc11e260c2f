/**
 * The stress runs: full-text runs of current agents, one a line, in their own format.
 *
 * A run is a list of threads, each with prompts, answers, results and compactions. It is turned into the corpus
 * format, so that every detector on the bench sees the same events; what was a call and what an answer is kept
 * beside it, because a family says in one of them how soon its loop should have been stopped.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusRunFrom, type CorpusRun } from '../../src/transcripts/corpus/run.ts';

/** One run as its file has it. */
export interface RawRun {
  readonly id: string;
  readonly family: string;
  readonly label: 'stuck' | 'healthy';
  readonly class: string;
  readonly loop?: Loop | null;
  readonly limit?: number | null;
  readonly threads: readonly { readonly agent: string; readonly events: readonly RawEvent[] }[];
}

interface Loop {
  readonly thread: number;
  readonly unit: 'call' | 'answer';
  readonly at: number;
}

export type RawEvent =
  | { readonly k: 'user'; readonly t: number; readonly text: string }
  | { readonly k: 'compact'; readonly t: number; readonly text: string }
  | {
      readonly k: 'asst';
      readonly t: number;
      readonly text: string;
      readonly calls: readonly RawCall[];
    }
  | { readonly k: 'res'; readonly t: number; readonly results: readonly RawResult[] };

interface RawCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

interface RawResult {
  readonly id: string;
  readonly text: string;
  readonly err: boolean;
}

/** What is done to a run before it is judged, to see whether the verdict holds. */
export interface Change {
  readonly withoutFlags?: boolean;
  readonly cutTo?: number;
  readonly times?: number;
}

/** Where an event stands: its thread, and the how-manieth call or answer of it. */
export interface Mark {
  readonly thread: number;
  readonly unit: 'call' | 'answer' | null;
  readonly index: number;
}

/** A run that can be judged. */
export interface StressRun {
  readonly family: string;
  /** False where reasonable people differ. */
  readonly clear: boolean;
  readonly loop: Loop | null;
  /** By how many calls or answers of the loop a sensible person would have stopped it. */
  readonly limit: number;
  /** For each event of the run. */
  readonly marks: readonly Mark[];
  readonly run: CorpusRun;
}

interface Placed {
  readonly t: number;
  readonly mark: Mark;
  readonly event: Readonly<Record<string, unknown>>;
}

/** Every run of a folder, changed as asked, in the order of the files. */
export function stressRuns(folder: string, change: Change = {}): StressRun[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.toSorted().flatMap((name) => {
    const file = join(folder, name);
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    return lines.map((line, index) =>
      stressRun(JSON.parse(line) as RawRun, { file, line: index + 1 }, change),
    );
  });
}

export function stressRun(raw: RawRun, source: CorpusRun['source'], change: Change): StressRun {
  const several = raw.threads.length > 1;
  const placed = raw.threads.flatMap(({ agent, events }, thread) =>
    placedEvents(events, thread, several ? agent : null, change),
  );
  const ordered = several ? placed.toSorted((a, b) => a.t - b.t) : placed;
  const loop = raw.label === 'stuck' ? (raw.loop ?? null) : null;
  const start = ordered.findIndex(
    ({ mark }) =>
      loop !== null &&
      mark.thread === loop.thread &&
      mark.unit === loop.unit &&
      mark.index === loop.at,
  );
  const fields = {
    id: raw.id,
    expect: raw.label === 'stuck' ? 'stuck' : 'not_stuck',
    class: raw.class === 'clear' ? 'semantic' : 'threshold',
    events: ordered.map(({ event }) => event),
    ...(start === -1 ? {} : { loop_start_event: start }),
  };
  return {
    family: raw.family,
    clear: raw.class === 'clear',
    loop,
    limit: raw.limit ?? 0,
    marks: ordered.map(({ mark }) => mark),
    run: corpusRunFrom(fields, source),
  };
}

function placedEvents(
  events: readonly RawEvent[],
  thread: number,
  agent: string | null,
  change: Change,
): Placed[] {
  const calls = new Map<string, RawCall>();
  const placed: Placed[] = [];
  const counts = { call: 0, answer: 0 };
  const add = (t: number, unit: Mark['unit'], event: Readonly<Record<string, unknown>>) => {
    const index = unit === null ? 0 : counts[unit];
    const named = agent === null ? {} : { agent };
    const time = { t_ms: Math.floor(t * (change.times ?? 1)) };
    placed.push({ t, mark: { thread, unit, index }, event: { ...event, ...time, ...named } });
  };
  for (const event of events) {
    if (event.k === 'user') add(event.t, null, { kind: 'llm', prompt: event.text });
    else if (event.k === 'compact') {
      add(event.t, null, { kind: 'llm', response: '[context compacted]' });
    } else if (event.k === 'asst') {
      for (const call of event.calls) calls.set(call.id, call);
      const unit = event.calls.length === 0 ? 'answer' : null;
      if (event.text !== '') add(event.t, unit, { kind: 'llm', response: event.text });
      if (unit === 'answer') counts.answer += 1;
    } else {
      for (const result of event.results) {
        add(event.t, 'call', toolEvent(calls.get(result.id), result, change));
        counts.call += 1;
      }
    }
  }
  return placed;
}

function toolEvent(
  call: RawCall | undefined,
  { text, err }: RawResult,
  { withoutFlags = false, cutTo }: Change,
): Readonly<Record<string, unknown>> {
  const shown = cutTo === undefined ? text : text.slice(0, cutTo);
  const outcome = err && !withoutFlags ? { error: shown } : { result: shown };
  return { kind: 'tool', tool: call?.name ?? 'unknown', args: call?.args ?? {}, ...outcome };
}
