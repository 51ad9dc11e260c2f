/**
 * Every coding agent that Tripwire knows: those of the table, and those that are guarded by a base URL alone, because
 * nothing of Tripwire can be installed in them.
 */
import type { Client } from './client.ts';
import { CLINE } from './cline/index.ts';
import { CONTINUE_CLI } from './continue-cli/index.ts';
import { COPILOT_CLI } from './copilot-cli/index.ts';
import { KILO } from './kilo/index.ts';
import { KIMI_CODE } from './kimi-code/index.ts';
import { PI } from './pi/index.ts';
import { QWEN_CODE } from './qwen-code/index.ts';
import { CLIENTS, type ClientId } from './table.ts';

/** In the order in which they are named to people, behind those of the table. */
const PLAIN_ROWS = [QWEN_CODE, COPILOT_CLI, CONTINUE_CLI, PI, KILO, CLINE, KIMI_CODE] as const;

/** A row of either kind. */
export interface AnyClient extends Client {
  readonly id: ClientId | (typeof PLAIN_ROWS)[number]['id'];
}

/** All of them. */
export const EVERY_CLIENT: readonly AnyClient[] = [...CLIENTS, ...PLAIN_ROWS];

/** The client whose program is started by this path or name. */
export function clientOfProgram(program: string): AnyClient | null {
  const name = program.split('/').at(-1);
  return EVERY_CLIENT.find((client) => client.program === name) ?? null;
}
