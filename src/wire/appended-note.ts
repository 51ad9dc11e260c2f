/**
 * A note from Tripwire at the end of a request, in each wire format: the last thing that the model reads before it
 * answers.
 *
 * It goes to the end and not into the system prompt, so that what the provider has cached of the conversation stays
 * valid. Where the conversation doesn't end in a way that takes a note, there is none.
 */
import { parseJson } from '../base/json-text.ts';
import { isObject, listOf, objectOrNull, type JsonObject } from '../base/json-values.ts';
import type { WireFormat } from './wire-format.ts';

/** The request with the note; null when it can't have one. */
export function withAppendedNote(format: WireFormat, body: string, words: string): string | null {
  const request = objectOrNull(parseJson(body));
  const noted = request === null ? null : forms[format](request, `[Note from Tripwire] ${words}`);
  return noted === null ? null : JSON.stringify(noted);
}

type Form = (request: JsonObject, text: string) => JsonObject | null;

const forms: Readonly<Record<WireFormat, Form>> = {
  'openai-chat': (request, text) => {
    const { messages } = request;
    if (!Array.isArray(messages)) return null;
    return {
      ...request,
      messages: [...(messages as unknown[]), { role: 'system', content: text }],
    };
  },
  'openai-responses': (request, text) => {
    const { input } = request;
    const items: unknown[] = Array.isArray(input) ? input : [{ role: 'user', content: input }];
    if (!Array.isArray(input) && typeof input !== 'string') return null;
    return { ...request, input: [...items, { role: 'system', content: text }] };
  },
  // Neither has system messages among the others, so the note joins what the user's side said last.
  anthropic: (request, text) =>
    inLastOfUser(request, 'messages', 'content', { type: 'text', text }),
  gemini: (request, text) => inLastOfUser(request, 'contents', 'parts', { text }),
};

function inLastOfUser(
  request: JsonObject,
  list: 'messages' | 'contents',
  field: 'content' | 'parts',
  note: JsonObject,
): JsonObject | null {
  const all = listOf(request[list]);
  const last = all.at(-1);
  if (!isObject(last) || last['role'] === 'assistant' || last['role'] === 'model') return null;
  const said = last[field];
  const parts: unknown[] | null = Array.isArray(said)
    ? said
    : typeof said === 'string'
      ? [{ type: 'text', text: said }]
      : null;
  if (parts === null) return null;
  const noted = { ...last, [field]: [...parts, note] };
  return { ...request, [list]: [...all.slice(0, -1), noted] };
}
