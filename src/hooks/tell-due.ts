/**
 * Tells a server what is due of a session whose model calls it doesn't see: one answer that the hook itself brings, or what the
 * transcript says since the last time. Loaded when something is due.
 */
import { clientWithId } from '../clients/table.ts';
import type { HookQuestion } from './run-hook.ts';
import { postedTo, tellPlan, type HookServer } from './server-journal.ts';
import { toldAnswer, toldSpending, type TellSpending } from './told-spending.ts';

/** `mark`: where it is kept how far the transcript was read; null where that is not due. */
export async function tellDue(
  question: HookQuestion,
  server: HookServer,
  mark: string | null,
): Promise<void> {
  const { event, client } = question;
  const isUnnamed = clientWithId(client)?.headers?.session === undefined;
  const tell: TellSpending = {
    answers: async (session, answers) => {
      if (answers.length > 0) await postedTo(server, { ask: 'spent', session, isUnnamed, answers });
    },
    plan: (session, windows) => tellPlan(server, { session, windows }),
  };
  if (event.kind === 'usage' && event.answer !== undefined) {
    await toldAnswer(event.session, event.answer, tell);
  }
  if (mark !== null) await toldSpending(question, mark, tell);
}
