/**
 * The server's end of a plain call: reads what a hook sent, and judges it with the rules of the loop.
 *
 * The names of folders are only compared with; nothing of them is opened. Whoever asks speaks for one agent, so what is
 * recorded is recorded of that one, whatever the files of the hook say.
 */
import { isAbsolute } from 'node:path';
import { countOrNull, fieldsOf, textOrNull, type JsonObject } from '../base/json-values.ts';
import type { LoopEvent } from '../clients/hook-event.ts';
import type { LoopJournal, PlainOutcome, PlainQuestion } from '../loop/index.ts';

/** What a hook's event is called whose transcript is the hook's own matter. */
const NAMED_ELSEWHERE = 'named elsewhere';
const PATH_CHARS_MAX = 4_096;
const HOLD_KINDS = ['stop', 'blocker', 'checkpoint', 'pause'] as const;

/** Judges and records it; null where the hook is to decide by itself. Throws when the question is none. */
export async function judgeSentCall(
  journal: LoopJournal,
  self: unknown,
  sent: unknown,
  event: LoopEvent,
): Promise<PlainOutcome | null> {
  const question = questionIn(fieldsOf(sent), event);
  // A hook that is known by its key alone does not know its own name.
  const named = textOrNull(self) ?? '';
  if (named !== '' && named !== journal.agent) {
    throw new Error('a hook may ask only for its own agent');
  }
  const { judgePlainly } = await import('../loop/plain/judge-plainly.ts');
  const own = { ...journal, agent: named, isForOwnAgentOnly: true };
  return judgePlainly(question, own);
}

function questionIn(fields: JsonObject, event: LoopEvent): PlainQuestion {
  if (event.kind !== 'tool-before' && event.kind !== 'tool-after') {
    throw new Error('only a tool call can be judged');
  }
  const { atMs, hasTranscript, isSupervised } = fields;
  if (countOrNull(atMs) === null) throw new Error('atMs must be a time in milliseconds');
  const around = fieldsOf(fields['around']);
  const texts = fieldsOf(fields['texts']);
  const replay = fieldsOf(fields['replay']);
  const files = texts['holdFiles'];
  return {
    event: {
      ...event,
      cwd: pathIn(event, 'cwd'),
      atMs: Number(atMs),
      transcript: hasTranscript === true ? NAMED_ELSEWHERE : null,
    },
    around: {
      usage: usageIn(around['usage']),
      unattended: around['unattended'] === true,
      places: placesIn(fieldsOf(around['places'])),
    },
    isSupervised: isSupervised === true,
    texts: {
      state: textIn(texts, 'state'),
      manifest: texts['manifest'] === null ? null : textIn(texts, 'manifest'),
      holdFiles: HOLD_KINDS.filter((kind) => Array.isArray(files) && files.includes(kind)),
    },
    replay: { head: textIn(replay, 'head'), last: textIn(replay, 'last') },
  };
}

function usageIn(value: unknown): PlainQuestion['around']['usage'] {
  if (value === null) return null;
  const { tokens, model, windowTokens } = fieldsOf(value);
  const count = countOrNull(tokens);
  if (count === null) throw new Error('usage must have a number of tokens');
  return { tokens: count, model: textOrNull(model), windowTokens: countOrNull(windowTokens) };
}

function placesIn(fields: JsonObject): PlainQuestion['around']['places'] {
  return {
    stateFolder: pathIn(fields, 'stateFolder'),
    dataFolder: pathIn(fields, 'dataFolder'),
    project: pathIn(fields, 'project'),
    home: pathIn(fields, 'home'),
  };
}

function pathIn(fields: object, field: string): string {
  const value = fieldsOf(fields)[field];
  if (typeof value === 'string' && value.length <= PATH_CHARS_MAX && isAbsolute(value)) {
    return value;
  }
  throw new Error(`${field} must be an absolute path`);
}

function textIn(fields: JsonObject, field: string): string {
  const value = fields[field];
  if (typeof value === 'string') return value;
  throw new Error(`${field} must be a text`);
}
