/**
 * One event of the corpus format, as the events of a transcript.
 *
 * A model call that holds both a prompt and a response becomes two events; both keep the place of
 * the one they came from. What the format does not say stays unsaid.
 */
import { openedJson } from '../../base/json-text.ts';
import type { JsonObject } from '../../base/json-values.ts';
import type { ToolEvent, ToolHint, TranscriptEvent } from '../../detect/index.ts';
import { isCompactionNote } from '../compaction-note.ts';

/** A value of the corpus that is not what the format says. */
export class CorpusShapeError extends Error {}

const hintNames: readonly ToolHint[] = ['poll', 'neg', 'ui', 'infra', 'bare', 'short'];

/** The events that one corpus event stands for, in order. */
export function eventsFrom(fields: JsonObject): TranscriptEvent[] {
  const { kind } = fields;
  if (kind === 'tool') return [toolEvent(fields)];
  if (kind === 'llm') return modelEvents(fields);
  throw new CorpusShapeError(`kind must be "tool" or "llm", not ${JSON.stringify(kind)}`);
}

function toolEvent(fields: JsonObject): ToolEvent {
  const { tool, args } = fields;
  if (typeof tool !== 'string') throw new CorpusShapeError('tool must be a text');
  const error = text(fields, 'error');
  const hints = hintsOf(fields['hints']);
  return {
    kind: 'tool',
    tool,
    args: openedJson(args ?? null),
    result: text(fields, 'result') ?? error ?? '',
    ...(error === null ? {} : { isError: true, error }),
    ...(hints.length === 0 ? {} : { hints }),
    ...time(fields),
  };
}

function modelEvents(fields: JsonObject): TranscriptEvent[] {
  const prompt = text(fields, 'prompt');
  const response = text(fields, 'response');
  if (prompt === null && response === null) {
    throw new CorpusShapeError('an llm event needs a prompt or a response');
  }
  const at = time(fields);
  const events: TranscriptEvent[] = [];
  if (prompt !== null) events.push({ kind: 'prompt', text: prompt, ...at });
  if (response !== null) {
    events.push(
      isCompactionNote(response)
        ? { kind: 'compaction', ...at }
        : { kind: 'response', text: response, ...at },
    );
  }
  return events;
}

function text(fields: JsonObject, name: string): string | null {
  const value = fields[name] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw new CorpusShapeError(`${name} must be a text`);
}

function time(fields: JsonObject): { readonly atMs?: number } {
  const value = fields['t_ms'] ?? null;
  if (value === null) return {};
  if (typeof value === 'number' && Number.isFinite(value)) return { atMs: value };
  throw new CorpusShapeError('t_ms must be a number');
}

/** A hint is advice: one that nobody knows here is left out, the event stays. */
function hintsOf(value: unknown): ToolHint[] {
  if (!Array.isArray(value)) return [];
  return hintNames.filter((name) => value.includes(name));
}
