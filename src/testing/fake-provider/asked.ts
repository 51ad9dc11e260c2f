/**
 * Reads a model call out of a request; what is no model call gets the provider's 400.
 */
import { objectOrNull } from '../../base/json-values.ts';
import { allEvents } from '../../detect/thread/index.ts';
import { conversationOf, lastUserText, type WireFormat } from '../../wire/index.ts';
import { plainPath } from './route.ts';
import type { SeenRequest } from './seen.ts';
import type { AskedTurn, FakeError } from './turn.ts';

/** The field with the conversation, and whether a plain text will do. */
const conversationFields: Readonly<Record<WireFormat, { name: string; mayBeText: boolean }>> = {
  anthropic: { name: 'messages', mayBeText: false },
  'openai-chat': { name: 'messages', mayBeText: false },
  'openai-responses': { name: 'input', mayBeText: true },
  gemini: { name: 'contents', mayBeText: false },
};

/** The turn that a request asks for, or what is wrong with it. */
export function askedTurn(
  request: SeenRequest,
  format: WireFormat,
  index: number,
): AskedTurn | FakeError {
  const { path, headers } = request;
  const body = objectOrNull(request.body);
  if (body === null) {
    return { message: `the body must be a JSON object; ${request.rawBody.length} bytes came` };
  }
  const { name, mayBeText } = conversationFields[format];
  const held = body[name];
  if (!Array.isArray(held) && !(mayBeText && typeof held === 'string')) {
    return { message: `${name}: must be a list${mayBeText ? ' or a text' : ''}` };
  }
  const model = format === 'gemini' ? modelOfPath(path) : body['model'];
  if (typeof model !== 'string' || model === '') {
    return { message: 'model: must be a text that is not empty' };
  }
  const stream =
    format === 'gemini'
      ? plainPath(path).endsWith(':streamGenerateContent')
      : body['stream'] === true;
  const conversation = conversationOf(body, path);
  const toolResults = allEvents(conversation?.pieces ?? []).flatMap((event) =>
    event.kind === 'tool'
      ? [{ callId: event.callId ?? null, tool: event.tool, text: event.result }]
      : [],
  );
  const lastText = conversation === null ? null : lastUserText(conversation);
  return {
    format,
    stream,
    model,
    path,
    lastUserText: lastText ?? '',
    toolResults,
    body,
    headers,
    index,
  };
}

function modelOfPath(path: string): string {
  return /\/models\/([^/]+):/.exec(plainPath(path))?.[1] ?? '';
}
