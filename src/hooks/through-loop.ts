/** Lets the rules of the loop decide; they are loaded only when there is something to decide. */
import type { JournalOpener } from '../loop/index.ts';
import type { Decide } from './run-hook.ts';

export function throughLoop(journals: JournalOpener): Decide {
  return async (question) => {
    const { handleLoopEvent } = await import('../loop/handle-loop-event.ts');
    return handleLoopEvent({ ...question, journals });
  };
}
