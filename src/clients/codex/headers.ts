/**
 * What Codex says about its requests, as it was seen on the wire.
 */
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf } from '../../base/json-values.ts';
import type { HeaderSigns } from '../client.ts';

const METADATA_HEADER = 'x-codex-turn-metadata';
const METADATA_LENGTH_MAX = 16_384;
/** Kinds are short words; anything else says nothing. */
const REQUEST_KIND = /^[a-z_-]{1,32}$/;

/** Its session and its threads; the main thread has the name of the session. */
export const CODEX_HEADERS: HeaderSigns = {
  userAgent: /^codex/i,
  marks: [METADATA_HEADER, 'x-codex-window-id'],
  session: ['session-id', 'session_id'],
  subagent: ['thread-id', 'conversation_id'],
  parent: ['x-codex-parent-thread-id'],
  requestKind: (header) => {
    const text = header(METADATA_HEADER);
    if (text === null || text.length > METADATA_LENGTH_MAX) return null;
    const kind = fieldsOf(parseJson(text))['request_kind'];
    return typeof kind === 'string' && REQUEST_KIND.test(kind) ? kind : null;
  },
};
