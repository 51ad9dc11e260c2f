/**
 * One run of a corpus: its threads, what is expected of a judge, and where the loop began.
 *
 * Each thread remembers where its events stood in the run, because a verdict names the original
 * event and not a place in one of several threads.
 */
import { isObject, type JsonObject } from '../../base/json-values.ts';
import type { Thread, TranscriptEvent } from '../../detect/index.ts';
import { CorpusShapeError, eventsFrom } from './event.ts';

/** A thread that knows where its events came from. */
export interface CorpusThread extends Thread {
  /** For each event of the thread: its index among the events of the run. */
  readonly origins: readonly number[];
}

/** A run with its label. */
export interface CorpusRun {
  readonly id: string;
  /** Null where the source does not say. */
  readonly expect: 'stuck' | 'not_stuck' | null;
  /** Index of the event with which the loop began, where somebody marked it. */
  readonly loopStart: number | null;
  readonly threads: readonly CorpusThread[];
  /** The class of a hand-made case, such as `semantic` or `threshold`. */
  readonly caseClass: string | null;
  readonly source: { readonly file: string; readonly line: number };
}

/** The run that a parsed line stands for; throws `CorpusShapeError` naming what is wrong. */
export function corpusRunFrom(value: unknown, source: CorpusRun['source']): CorpusRun {
  const fields = objectFrom(value, 'a run');
  const { id, events } = fields;
  if (typeof id !== 'string') throw new CorpusShapeError('id must be a text');
  if (!Array.isArray(events)) throw new CorpusShapeError('events must be a list');
  const caseClass = fields['class'];
  return {
    id,
    expect: expectation(fields),
    loopStart: loopStart(fields),
    threads: threadsFrom(id, events),
    caseClass: typeof caseClass === 'string' ? caseClass : null,
    source,
  };
}

function expectation({ expect, stuck }: JsonObject): CorpusRun['expect'] {
  if (expect === 'stuck' || expect === 'not_stuck') return expect;
  if (typeof stuck === 'boolean') return stuck ? 'stuck' : 'not_stuck';
  if ((expect ?? stuck ?? null) === null) return null;
  throw new CorpusShapeError('expect must be "stuck" or "not_stuck", or stuck true or false');
}

function loopStart(fields: JsonObject): number | null {
  const value = fields['loop_start_event'] ?? null;
  if (value === null) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new CorpusShapeError('loop_start_event must be the index of an event');
}

interface ThreadDraft {
  readonly events: TranscriptEvent[];
  readonly origins: number[];
}

/** Events of different agents are different threads, in the order in which they appear. */
function threadsFrom(id: string, events: readonly unknown[]): CorpusThread[] {
  const all = events.map((event, index) => objectFrom(event, `event ${index}`));
  const speaker = silentSpeaker(all);
  const drafts = new Map<string | null, ThreadDraft>();
  for (const [index, fields] of all.entries()) {
    const agent = agentOf(fields) ?? speaker;
    const draft = drafts.get(agent) ?? { events: [], origins: [] };
    drafts.set(agent, draft);
    for (const event of namingPlace(index, () => eventsFrom(fields))) {
      draft.events.push(event);
      draft.origins.push(index);
    }
  }
  return [...drafts].map(([agent, draft]) => ({
    id: agent === null ? id : `${id}#${agent}`,
    ...draft,
  }));
}

/**
 * Whom events without a name belong to. Sources often name the agent on tool calls only; then the
 * words between them are those of the agent that began. A tool call without a name is a nameless
 * agent of its own, and so are the words beside it.
 */
function silentSpeaker(all: readonly JsonObject[]): string | null {
  const calls = all.filter((fields) => fields['kind'] === 'tool');
  const agents = calls.map(agentOf);
  return agents.includes(null) ? null : (agents[0] ?? null);
}

function agentOf(fields: JsonObject): string | null {
  const { agent } = fields;
  return typeof agent === 'string' ? agent : null;
}

function objectFrom(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw new CorpusShapeError(`${what} must be an object`);
}

function namingPlace<Result>(index: number, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof CorpusShapeError)) throw error;
    throw new CorpusShapeError(`event ${index}: ${error.message}`);
  }
}
