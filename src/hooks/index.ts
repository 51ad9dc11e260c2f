/**
 * Hooks of the coding agents: their payloads into events of the loop, its answers into what each client needs.
 *
 * Only types are imported from other rooms, because a hook starts before every tool call.
 */
export { hookCommands, type CommandClient } from './hook-commands.ts';
export { HOOK_CLIENTS, type HookClient } from './hook-client.ts';
export type { HookOutput } from './hook-output.ts';
export { openCodePlugin } from './opencode-plugin.ts';
export { runHook, type Decide, type HookQuestion, type HookRun } from './run-hook.ts';
