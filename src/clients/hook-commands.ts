/**
 * The command lines for a client's settings, one for each event.
 *
 * They differ in what becomes of a hook that cannot even start (no Node, a broken installation). Before a tool or a
 * prompt that must refuse, which only exit code 2 with words on standard error does everywhere: Codex runs the tool
 * when they are missing. Elsewhere it must not: a stop that is blocked by a missing program comes back at once, for
 * ever. Of prompts `missing-program.ts` says when they pass although the program is gone.
 */
import { promptFallback, REINSTALL, type NeededFiles } from './missing-program.ts';
import { defaultAgentOf, hooksOf, type ClientId } from './table.ts';

/** What runs when the hook failed. No shell reads it differently: clients start the line with a shell of their choice. */
const REFUSES = `sh -c 'echo Tripwire could not be started, so this is refused. ${REINSTALL} >&2; exit 2'`;
const PASSES = 'exit 1';

/**
 * The command line of every event that is reported, by the client's name for it.
 *
 * `command` is how a shell starts Tripwire, already quoted where it needs to be. Without `needed` (hooks of root, whose
 * program no agent can delete) a missing program refuses prompts too.
 */
export function hookCommands(
  client: ClientId,
  command: string,
  needed: NeededFiles | null = null,
): Readonly<Record<string, string>> {
  const lines = Object.entries(hooksOf(client).answers).map(([eventName, answers]) => {
    const refuses =
      answers.isPrompt === true && needed !== null
        ? promptFallback(needed, defaultAgentOf(client), answers, eventName)
        : REFUSES;
    const otherwise = answers.onFailure === 'refuse' ? refuses : PASSES;
    return [eventName, `${command} hook ${client} || ${otherwise}`];
  });
  return Object.fromEntries(lines) as Readonly<Record<string, string>>;
}
