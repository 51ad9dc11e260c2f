/**
 * What Claude Code says about its requests, as it was seen on the wire.
 */
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf } from '../../base/json-values.ts';
import type { HeaderSigns } from '../client.ts';

const USER_ID_LENGTH_MAX = 1_024;

/** Its session, its subagents, and who started them. */
export const CLAUDE_CODE_HEADERS: HeaderSigns = {
  userAgent: /^claude-cli\//,
  marks: ['x-claude-code-session-id'],
  session: ['x-claude-code-session-id'],
  subagent: ['x-claude-code-agent-id'],
  parent: ['x-claude-code-parent-agent-id'],
  sessionInBody,
};

/** It repeats its session in the body: as JSON in a text, in older versions as a text of its own. */
function sessionInBody(body: unknown): string | null {
  const user = fieldsOf(fieldsOf(body)['metadata'])['user_id'];
  if (typeof user !== 'string' || user.length > USER_ID_LENGTH_MAX) return null;
  const told = fieldsOf(parseJson(user))['session_id'];
  const id = typeof told === 'string' ? told : /_session_([0-9a-f-]{36})$/i.exec(user)?.[1];
  return id ?? null;
}
