/**
 * A request body as a conversation: its messages in order, what the system says, the pieces in it.
 *
 * A body is read once. Whoever asks something about a request is given the conversation, never the body and its path,
 * so the format is recognised and the messages are walked through a single time. The work is bounded whatever the body
 * holds: of very long histories only the end is read, because new messages are added there.
 */
import { listOf, objectOrNull, textOrNull, type JsonObject } from '../base/json-values.ts';
import { readAnthropicMessage } from './anthropic/messages.ts';
import { asksForSummary } from './client-notes.ts';
import { contentText, PARTS_MAX } from './content-text.ts';
import { readGeminiContent } from './gemini/contents.ts';
import { readChatMessage } from './openai-chat/messages.ts';
import { readResponsesItem } from './openai-responses/input.ts';
import type { Piece, ReadMessage, TextPiece } from './piece.ts';
import { formatOfPath, formatOfShape, type WireFormat } from './wire-format.ts';

/** Parts of a body that are read, the last ones; a message counts as one at least. */
const PARTS_READ_MAX = 8_192;
/** Messages at the start in which the system's words are looked for, how many texts, how much of each. */
const SYSTEM_MESSAGES_MAX = 16;
const SYSTEM_TEXTS_MAX = 16;
const SYSTEM_CHARACTERS_MAX = 4_096;

/** A body that was recognised and read. */
export interface Conversation {
  readonly format: WireFormat;
  /** The request; empty for a bare list of messages. */
  readonly body: JsonObject;
  /** What the request is wrapped in; null when it is not. */
  readonly wrapper: JsonObject | null;
  readonly messages: readonly unknown[];
  /** The first message that was read: all of them, or as many from the end as the limit allows. */
  readonly firstRead: number;
  /** What the messages that were read say, in order. */
  readonly pieces: readonly Piece[];
}

interface Codec {
  readonly read: ReadMessage;
  /** The field with the messages. */
  readonly list: string;
  /** Fields of the body that hold the system's words. */
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
  return readConversation(body, path === undefined ? null : formatOfPath(path));
}

/** The same for a body whose path was looked at already; a path that tells no format leaves it to the shape. */
export function readConversation(body: unknown, told: WireFormat | null): Conversation | null {
  const format = told ?? formatOfShape(body);
  if (format === null) return null;
  if (Array.isArray(body)) return withPieces(format, {}, listOf(body));
  const outer = objectOrNull(body);
  if (outer === null) return null;
  // One client of Gemini wraps the request once more.
  const inner = objectOrNull(outer['request']);
  const fields = format === 'gemini' && outer['contents'] === undefined ? (inner ?? outer) : outer;
  const held = fields[codecs[format].list];
  const single = typeof held === 'string' || objectOrNull(held) !== null;
  const read = withPieces(format, fields, single ? [held] : listOf(held));
  return fields === outer ? read : { ...read, wrapper: outer };
}

function withPieces(
  format: WireFormat,
  body: JsonObject,
  messages: readonly unknown[],
): Conversation {
  const firstRead = firstReadOf(messages);
  const { read } = codecs[format];
  const pieces: Piece[] = [];
  for (let index = firstRead; index < messages.length; index += 1) {
    for (const piece of read(messages[index], index)) pieces.push(piece);
  }
  const opening = pieces[0];
  if (opening?.kind === 'prompt' && asksForSummary(opening.text)) {
    pieces[0] = { ...opening, kind: 'summary' };
  }
  return { format, body, wrapper: null, messages, firstRead, pieces };
}

function firstReadOf(messages: readonly unknown[]): number {
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

/** What is said in the user's name in one message, part by part. */
export function userWords(conversation: Conversation, message: number): readonly TextPiece[] {
  return piecesOfMessage(conversation, message).filter(isUserText);
}

/** Whether a piece is text in the user's name: what a person said, or a summary that stands for it. */
export function isUserText(piece: Piece): piece is TextPiece {
  return piece.kind === 'prompt' || piece.kind === 'summary';
}

/** The pieces of one message; those of a message before the first that was read are read for this. */
function piecesOfMessage(conversation: Conversation, message: number): readonly Piece[] {
  const { format, messages, firstRead, pieces } = conversation;
  if (message < firstRead) return codecs[format].read(messages[message], message);
  // In order of the messages, so the first ones are found without a look at the rest.
  const start = pieces.findIndex((piece) => piece.message >= message);
  let end = start;
  while (pieces[end]?.message === message) end += 1;
  return pieces.slice(start, end);
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
