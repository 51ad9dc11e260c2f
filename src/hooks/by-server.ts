/** Who decides for a hook beside a running server: the rules of the loop in this process, with the server's journal. */
import type { Decide } from './run-hook.ts';
import { serverJournal, type HookServer } from './server-journal.ts';
import { throughLoop } from './through-loop.ts';

export function decideWithServer(server: HookServer): Decide {
  return throughLoop({
    prepare: () => Promise.resolve(),
    open: () => Promise.resolve(serverJournal(server)),
  });
}
