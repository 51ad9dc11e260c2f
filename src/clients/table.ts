/**
 * The coding agents that Tripwire knows, a row each. Every list of clients anywhere is made from this one.
 */
import { CLAUDE_CODE } from './claude-code/index.ts';
import type { ClientHooks } from './client-hooks.ts';
import type { Client } from './client.ts';
import { CODEX } from './codex/index.ts';
import { CONTINUE_CLI } from './continue-cli/index.ts';
import { COPILOT_CLI } from './copilot-cli/index.ts';
import { GEMINI_CLI } from './gemini-cli/index.ts';
import { KILO } from './kilo/index.ts';
import { OPENCODE } from './opencode/index.ts';
import { PI } from './pi/index.ts';
import { QWEN_CODE } from './qwen-code/index.ts';

/** In the order in which they are named to people. */
const ROWS = [CLAUDE_CODE, CODEX, GEMINI_CLI, OPENCODE] as const;

/** Those that are guarded by a base URL alone: nothing of Tripwire is installed in them. */
const PLAIN_ROWS = [QWEN_CODE, COPILOT_CLI, CONTINUE_CLI, PI, KILO] as const;

/** The id of such a one. */
export type PlainClientId = (typeof PLAIN_ROWS)[number]['id'];

/** The id of a coding agent. */
export type ClientId = (typeof ROWS)[number]['id'];

/** A row of the table. */
export interface KnownClient extends Client {
  readonly id: ClientId;
}

/** Every coding agent that hooks can guard. */
export const CLIENTS: readonly KnownClient[] = ROWS;

/** A row of either kind. */
export interface AnyClient extends Client {
  readonly id: ClientId | PlainClientId;
}

/** Every coding agent, also those without hooks. */
export const ALL_CLIENTS: readonly AnyClient[] = [...ROWS, ...PLAIN_ROWS];

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

/** The client whose program is started by this path or name. */
export function clientOfProgram(program: string): AnyClient | null {
  const name = program.split('/').at(-1);
  return ALL_CLIENTS.find((client) => client.program === name) ?? null;
}

/** What is known of a client's hooks. */
export function hooksOf(id: ClientId): ClientHooks {
  const hooks = clientWithId(id)?.hooks;
  if (hooks === undefined) throw new Error(`${id} has no hooks that are known`);
  return hooks;
}

/** Under which name a client's agent is known where nobody says otherwise. */
export function defaultAgentOf(id: ClientId): string {
  return clientWithId(id)?.defaultAgent ?? id;
}
