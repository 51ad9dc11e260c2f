/**
 * `tripwire login`: a new sign-in link for the dashboard.
 *
 * Whoever opens the link is the owner on the page and may release agents there, so it is given to a person at a terminal
 * only: an agent's shell gets none.
 */
import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { withAdmin } from './server/admin-call.ts';
import { complain, say } from './terminal/say.ts';

const HELP = `tripwire login

Prints a link that signs you in to the dashboard of the running Tripwire. It works once, within 15 minutes. Needs a
terminal: a program gets a token of its own (page Settings, Tokens).
Exit codes: 0 printed; 1 no Tripwire is running, or not at a terminal; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: login };

function login(args: readonly string[]): Promise<number> {
  parseArgs({ args: [...args], options: {} });
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    complain('tripwire: a sign-in link is for a person: run this in a terminal.');
    return Promise.resolve(1);
  }
  return withAdmin(false, async (server) => {
    const { url } = await server.call('POST /api/session/link', { body: {} });
    say(url);
    say('Open it within 15 minutes; it works once.');
    return 0;
  });
}
