/**
 * A conversation that began before we looked: what came before its newest turn.
 *
 * After a restart the judge still remembers a thread of which the proxy knows nothing any more. Read from the start,
 * its history would be judged a second time, as the same calls with the same results: a healthy agent would be
 * stopped. So of a history met for the first time only what follows the model's last message is new.
 */
import { objectOrNull, type JsonObject } from '../../base/json-values.ts';

/** The body up to the model's last message; null when the model has not said anything in it. */
export function beforeNewestTurn(body: unknown): unknown {
  const outer = objectOrNull(body);
  if (outer === null) return null;
  for (const field of ['messages', 'input', 'contents']) {
    const list = outer[field];
    if (Array.isArray(list)) return cut(outer, field, list);
  }
  // One client of Gemini wraps the request once more.
  const inner = objectOrNull(outer['request']);
  const list = inner?.['contents'];
  if (inner === null || !Array.isArray(list)) return null;
  const request = cut(inner, 'contents', list);
  return request === null ? null : { ...outer, request };
}

function cut(body: JsonObject, field: string, list: readonly unknown[]): JsonObject | null {
  const last = list.findLastIndex(isOfTheModel);
  return last === -1 ? null : { ...body, [field]: list.slice(0, last + 1) };
}

function isOfTheModel(message: unknown): boolean {
  const members = objectOrNull(message);
  if (members === null) return false;
  const { role, type } = members;
  if (role === 'assistant' || role === 'model') return true;
  return typeof type === 'string' && /_call$|^reasoning$/.test(type);
}
