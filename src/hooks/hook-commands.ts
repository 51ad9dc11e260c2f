/**
 * The command lines for a client's settings, one for each event.
 *
 * They differ in what becomes of a hook that cannot even start (no Node, a broken installation). Before a tool or a
 * prompt that must refuse, which only exit code 2 does everywhere. Elsewhere it must not: a stop that is blocked by a
 * missing program comes back at once, for ever.
 */
import { CLIENTS } from './clients.ts';
import type { HookClient } from './hook-client.ts';

/** The clients that start a command for each event. OpenCode loads a plugin instead. */
export type CommandClient = Exclude<HookClient, 'opencode'>;

/**
 * The command line of every event that is reported, by the client's name for it.
 *
 * `command` is how a shell starts Tripwire, already quoted where it needs to be.
 */
export function hookCommands(
  client: CommandClient,
  command: string,
): Readonly<Record<string, string>> {
  const lines = Object.entries(CLIENTS[client].answers).map(([eventName, { onFailure }]) => {
    const exitCode = onFailure === 'refuse' ? 2 : 1;
    return [eventName, `${command} hook ${client} || exit ${exitCode}`];
  });
  return Object.fromEntries(lines) as Readonly<Record<string, string>>;
}
