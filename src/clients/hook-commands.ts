/**
 * The command lines for a client's settings, one for each event.
 *
 * They differ in what becomes of a hook that cannot even start (no Node, a broken installation). Before a tool or a
 * prompt that must refuse, which only exit code 2 with words on standard error does everywhere: Codex runs the tool
 * when they are missing. Elsewhere it must not: a stop that is blocked by a missing program comes back at once, for
 * ever.
 */
import type { HookClient } from './hook-client.ts';
import { CLIENTS } from './hook-clients.ts';

/** The clients that start a command for each event. OpenCode loads a plugin instead. */
export type CommandClient = Exclude<HookClient, 'opencode'>;

/** What runs when the hook failed. No shell reads it differently: clients start the line with a shell of their choice. */
const REFUSES =
  "sh -c 'echo Tripwire did not answer, so this is refused. Run: tripwire doctor >&2; exit 2'";
const PASSES = 'exit 1';

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
    const otherwise = onFailure === 'refuse' ? REFUSES : PASSES;
    return [eventName, `${command} hook ${client} || ${otherwise}`];
  });
  return Object.fromEntries(lines) as Readonly<Record<string, string>>;
}
