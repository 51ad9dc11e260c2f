/**
 * What a client's agent is called where nobody says otherwise.
 *
 * The same name as in the base URLs that `up` proposes, so that hooks and model calls report to one agent.
 */
import type { HookClient } from './hook-client.ts';

/** By client. */
export const USUAL_AGENTS: Readonly<Record<HookClient, string>> = {
  'claude-code': 'claude',
  codex: 'codex',
  'gemini-cli': 'gemini',
  opencode: 'opencode',
};
