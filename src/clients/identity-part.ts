/**
 * The parts that make up the identity of a coding agent.
 */

/** The parts, in the order in which they are shown. */
export const IDENTITY_PARTS = [
  'client',
  'model',
  'system_prompt',
  'tools',
  'mcp_servers',
  'hooks',
  'settings',
] as const;

/** One part of a configuration. */
export type IdentityPart = (typeof IDENTITY_PARTS)[number];
