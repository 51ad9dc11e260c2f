/**
 * Transcripts that belong to no client: logs of messages, and the trajectories of SWE-agent.
 */
import { fieldsOf, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { readMessageLog, readSweAgent } from '../../transcripts/index.ts';
import type { ReadableForm } from './transcript-form.ts';

/** Recognised before the clients' own forms; a file that ends in `.traj` is one by its name. */
export const SWE_AGENT: ReadableForm = {
  name: 'swe-agent',
  hasNoSessions: true,
  recognises: (seen) => seen.kind === 'json' && Array.isArray(fieldsOf(seen.value)['trajectory']),
  read: readSweAgent,
};

/** Recognised when nothing else is. */
export const MESSAGE_LOG: ReadableForm = {
  name: 'message-log',
  hasNoSessions: true,
  recognises: (seen) => {
    if (seen.kind === 'database') return false;
    if (seen.kind === 'line') return isMessageLog(seen.fields);
    return isMessageLog(fieldsOf(Array.isArray(seen.value) ? seen.value[0] : seen.value));
  },
  read: readMessageLog,
};

/** The names by which people know them. */
export const LOG_TITLES: Readonly<Record<string, string>> = {
  [SWE_AGENT.name]: 'SWE-agent',
  [MESSAGE_LOG.name]: 'message log',
};

function isMessageLog(value: JsonObject): boolean {
  if (textOrNull(value['role']) !== null || textOrNull(value['call_id']) !== null) return true;
  const request = [value, value['request'], value['body'], value['input_body']].map(fieldsOf);
  return request.some(({ messages, input }) => listOf(messages ?? input).length > 0);
}
