/**
 * The coding agents that hooks can guard, a row each. `every-client.ts` adds those that are guarded by a base URL alone.
 * Every list of clients anywhere is made from these two; they are apart because hooks load this one before every tool call.
 */
import { CLAUDE_CODE } from './claude-code/index.ts';
import type { ClientHooks } from './client-hooks.ts';
import type { Client } from './client.ts';
import { CODEX } from './codex/index.ts';
import { GEMINI_CLI } from './gemini-cli/index.ts';
import { OPENCODE } from './opencode/index.ts';

/** In the order in which they are named to people. */
const ROWS = [CLAUDE_CODE, CODEX, GEMINI_CLI, OPENCODE] as const;

/** The id of a coding agent. */
export type ClientId = (typeof ROWS)[number]['id'];

/** A row of the table. */
export interface KnownClient extends Client {
  readonly id: ClientId;
}

/** Every coding agent that hooks can guard. */
export const CLIENTS: readonly KnownClient[] = ROWS;

/** Those with hooks, by the names that `tripwire hook` takes. */
export const HOOK_CLIENT_IDS: readonly ClientId[] = CLIENTS.flatMap(({ id, hooks }) =>
  hooks === undefined ? [] : [id],
);

/** The client with this id; null where it is none. */
export function clientWithId(id: string): KnownClient | null {
  return CLIENTS.find((client) => client.id === id) ?? null;
}

/** The client that a person means: by its id, or by another name for it. */
export function clientNamed(name: string): KnownClient | null {
  const alias = CLIENTS.find(({ aliases }) => aliases?.includes(name) === true);
  return clientWithId(name) ?? alias ?? null;
}

/** What is known of a client's hooks. */
export function hooksOf(id: ClientId): ClientHooks {
  const hooks = clientWithId(id)?.hooks;
  if (hooks === undefined) throw new Error(`${id} has no hooks that are known`);
  return hooks;
}

/** Under which name a client's agent is known where nobody says otherwise. */
export function defaultAgentOf(id: ClientId): string {
  return clientWithId(id)?.program ?? id;
}
