/**
 * What OpenCode says about its requests, as it was seen on the wire.
 */
import type { HeaderSigns } from '../client.ts';

/** Its session; a subagent is a session of its own that names the one above. */
export const OPENCODE_HEADERS: HeaderSigns = {
  userAgent: /^opencode\//,
  marks: ['x-session-affinity', 'x-opencode-session'],
  session: ['x-session-id', 'x-session-affinity', 'x-opencode-session'],
  parentSession: 'x-parent-session-id',
};
