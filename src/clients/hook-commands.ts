/**
 * The command lines for a client's settings, one for each event.
 *
 * They differ in what becomes of a hook that cannot even start (no Node, a broken installation). Before a tool or a
 * prompt that must refuse, which only exit code 2 with words on standard error does everywhere: Codex runs the tool
 * when they are missing. Elsewhere it must not: a stop that is blocked by a missing program comes back at once, for
 * ever.
 */
import { hooksOf, type ClientId } from './table.ts';

/** What runs when the hook failed. No shell reads it differently: clients start the line with a shell of their choice. */
const REFUSES =
  "sh -c 'echo Tripwire could not be started, so this is refused. If it was moved or deleted, install it again and run: tripwire init. To work without it, take its lines out of the hooks of this client. >&2; exit 2'";
const PASSES = 'exit 1';

/**
 * The command line of every event that is reported, by the client's name for it.
 *
 * `command` is how a shell starts Tripwire, already quoted where it needs to be.
 */
export function hookCommands(client: ClientId, command: string): Readonly<Record<string, string>> {
  const lines = Object.entries(hooksOf(client).answers).map(([eventName, { onFailure }]) => {
    const otherwise = onFailure === 'refuse' ? REFUSES : PASSES;
    return [eventName, `${command} hook ${client} || ${otherwise}`];
  });
  return Object.fromEntries(lines) as Readonly<Record<string, string>>;
}
