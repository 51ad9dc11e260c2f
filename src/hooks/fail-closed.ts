/**
 * What every run of a hook is wrapped in: a deadline, and a refusal when anything goes wrong.
 *
 * Clients let a tool run when its hook crashes, prints nonsense or takes too long, so the hook has to refuse by
 * itself, before the client gives up on it.
 */
import type { HookClient } from '../clients/hook-client.ts';
import { CLIENTS } from '../clients/hook-clients.ts';
import { described } from '../clients/payload-fields.ts';
import { failureOutput, type HookOutput } from './hook-output.ts';
import { eventNamesIn } from './read-payload.ts';

/** What was learned of the payload, for the case that the rest fails. */
export interface Seen {
  text: string;
}

/** The work's output, or a refusal when it throws or takes too long. It never throws. */
export async function failClosed(
  client: HookClient,
  deadlineMs: number,
  work: (seen: Seen) => Promise<HookOutput>,
): Promise<HookOutput> {
  const hooks = CLIENTS[client];
  const seen: Seen = { text: '' };
  try {
    return await beforeDeadline(work(seen), deadlineMs);
  } catch (error) {
    const problem = error instanceof Error ? error.message : described(error);
    return failureOutput(hooks, eventNamesIn(seen.text, hooks.nameField), problem);
  }
}

/** The deadline holds for waiting. Whoever decides must not compute for seconds without a pause. */
async function beforeDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`there was no answer within ${deadlineMs} ms`)),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
