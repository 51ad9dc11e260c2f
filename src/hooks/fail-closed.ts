/**
 * What every run of a hook is wrapped in: a deadline, and a refusal when anything goes wrong.
 *
 * Clients let a tool run when its hook crashes, prints nonsense or takes too long, so the hook has to refuse by
 * itself, before the client gives up on it.
 */
import { withDeadline } from '../base/node/deadline.ts';
import { described } from '../clients/payload-fields.ts';
import { hooksOf, type ClientId } from '../clients/table.ts';
import { failureOutput, type HookOutput } from './hook-output.ts';
import { eventNamesIn } from './read-payload.ts';

/** What was learned of the payload, for the case that the rest fails. */
export interface Seen {
  text: string;
}

/** The work's output, or a refusal when it throws or takes too long. It never throws. */
export async function failClosed(
  client: ClientId,
  deadlineMs: number,
  work: (seen: Seen) => Promise<HookOutput>,
): Promise<HookOutput> {
  const hooks = hooksOf(client);
  const seen: Seen = { text: '' };
  try {
    return await withDeadline(work(seen), deadlineMs, () => {
      throw new Error(`there was no answer within ${deadlineMs} ms`);
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message : described(error);
    return failureOutput(hooks, eventNamesIn(seen.text, hooks.nameField), problem);
  }
}
