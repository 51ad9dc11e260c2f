/**
 * A request body as a conversation: its messages in order, what the system says, the pieces in it.
 *
 * The work is bounded whatever the body holds: of very long histories only the end is read, for what is new
 * stands at the end.
 */
import { listOf, objectOrNull, textOrNull, type JsonObject } from '../base/json-values.ts';
import { readAnthropicMessage } from './anthropic/messages.ts';
import { asksForSummary } from './client-notes.ts';
import { contentText, PARTS_MAX } from './content-text.ts';
import { readGeminiContent } from './gemini/contents.ts';
import { readChatMessage } from './openai-chat/messages.ts';
import { readResponsesItem } from './openai-responses/input.ts';
import type { Piece, ReadMessage } from './piece.ts';
import { wireFormat, type WireFormat } from './wire-format.ts';

/** Parts of a body that are read, the last ones; a message counts as one at least. */
const PARTS_READ_MAX = 8_192;
/** Messages at the start in which the system's words are looked for, how many texts, how much of each. */
const SYSTEM_MESSAGES_MAX = 16;
const SYSTEM_TEXTS_MAX = 16;
const SYSTEM_CHARACTERS_MAX = 4_096;

/** A body that was recognised. */
export interface Conversation {
  readonly format: WireFormat;
  /** The request; empty for a bare list of messages. */
  readonly body: JsonObject;
  readonly messages: readonly unknown[];
}

interface Codec {
  readonly read: ReadMessage;
  /** The field with the messages. */
  readonly list: string;
  /** JsonObject of the body that hold the system's words. */
  readonly system: readonly string[];
}

const codecs: Readonly<Record<WireFormat, Codec>> = {
  'openai-chat': { read: readChatMessage, list: 'messages', system: [] },
  'openai-responses': { read: readResponsesItem, list: 'input', system: ['instructions'] },
  anthropic: { read: readAnthropicMessage, list: 'messages', system: ['system'] },
  gemini: {
    read: readGeminiContent,
    list: 'contents',
    system: ['systemInstruction', 'system_instruction'],
  },
};

/** The body as a conversation; null when it is none. */
export function conversationOf(body: unknown, path?: string): Conversation | null {
  const format = wireFormat(body, path);
  if (format === null) return null;
  if (Array.isArray(body)) return { format, body: {}, messages: listOf(body) };
  const outer = objectOrNull(body);
  if (outer === null) return null;
  // One client of Gemini wraps the request once more.
  const inner = objectOrNull(outer['request']);
  const fields = format === 'gemini' && outer['contents'] === undefined ? (inner ?? outer) : outer;
  const held = fields[codecs[format].list];
  const single = typeof held === 'string' || objectOrNull(held) !== null;
  return { format, body: fields, messages: single ? [held] : listOf(held) };
}

/** The pieces of one message. */
export function piecesOfMessage(conversation: Conversation, message: number): readonly Piece[] {
  return codecs[conversation.format].read(conversation.messages[message], message);
}

/** The first message that is read: all of them, or as many from the end as the limit allows. */
export function firstRead({ messages }: Conversation): number {
  let left = PARTS_READ_MAX;
  let first = messages.length;
  while (first > 0 && left > 0) {
    first -= 1;
    const fields = objectOrNull(messages[first]);
    const parts = listOf(fields?.['content'] ?? fields?.['parts']).length;
    left -= Math.max(1, Math.min(PARTS_MAX, parts)) + listOf(fields?.['tool_calls']).length;
  }
  return first;
}

/** The pieces of a conversation in order; of one that is too long, the last ones. */
export function piecesOf(conversation: Conversation): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let index = firstRead(conversation); index < conversation.messages.length; index += 1) {
    for (const piece of piecesOfMessage(conversation, index)) pieces.push(piece);
  }
  const opening = pieces[0];
  if (opening?.kind === 'prompt' && asksForSummary(opening.text)) {
    pieces[0] = { ...opening, kind: 'summary' };
  }
  return pieces;
}

/** The pieces of a provider's answer, in the format of its request. */
export function piecesOfAnswer(format: WireFormat, message: unknown): readonly Piece[] {
  return codecs[format].read(message, 0);
}

/** The start of each of the system's texts: from its own field and from messages at the start. */
export function systemTexts({ format, body, messages }: Conversation): readonly string[] {
  const contents: unknown[] = [];
  for (const name of codecs[format].system) {
    const held = objectOrNull(body[name])?.['parts'] ?? body[name];
    if (Array.isArray(held)) contents.push(...listOf(held).slice(0, SYSTEM_TEXTS_MAX));
    else contents.push(held);
  }
  for (const message of messages.slice(0, SYSTEM_MESSAGES_MAX)) {
    const fields = objectOrNull(message);
    const role = fields?.['role'];
    if (role === 'system' || role === 'developer') contents.push(fields?.['content']);
  }
  return contents
    .slice(0, SYSTEM_TEXTS_MAX)
    .map((content) => contentText(content).slice(0, SYSTEM_CHARACTERS_MAX))
    .filter((text) => text !== '');
}

/** Whether the request offers the model any tool. */
export function offersTools({ body }: Conversation): boolean {
  return listOf(body['tools']).length > 0 || listOf(body['functions']).length > 0;
}

/** What a request goes on from when the provider keeps the history; null for one that carries all of it. */
export function continuedFrom({ format, body }: Conversation): ContinuedFrom | null {
  if (format !== 'openai-responses') return null;
  const response = textOrNull(body['previous_response_id']);
  if (response !== null) return { kind: 'response', id: response };
  const kept = body['conversation'];
  const id = textOrNull(objectOrNull(kept)?.['id'] ?? kept);
  return id === null ? null : { kind: 'conversation', id };
}

/** An answer, or a conversation, that the provider keeps. */
export interface ContinuedFrom {
  readonly kind: 'response' | 'conversation';
  readonly id: string;
}
