/**
 * A conversation that began before we looked: what came before its newest turn.
 *
 * After a restart the judge still remembers a thread of which the proxy knows nothing any more. Read from the start,
 * its history would be judged a second time, as the same calls with the same results: a healthy agent would be
 * stopped. So of a history met for the first time only what follows the model's last message is new.
 */
import { fieldsOf } from '../../base/json-values.ts';
import type { Conversation } from '../../wire/index.ts';

/** The place of the model's last message; null when the model has not said anything yet. */
export function lastModelMessage({ messages }: Conversation): number | null {
  const last = messages.findLastIndex(isOfTheModel);
  return last === -1 ? null : last;
}

function isOfTheModel(message: unknown): boolean {
  const { role, type } = fieldsOf(message);
  if (role === 'assistant' || role === 'model') return true;
  return typeof type === 'string' && /_call$|^reasoning$/.test(type);
}
