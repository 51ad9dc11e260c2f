/**
 * Who decides for a hook beside a running server: the server, where the call is plain work; else the rules of the loop in
 * this process, with the server's journal.
 */
import type { Decide, HookQuestion } from './run-hook.ts';
import {
  judgedByServer,
  serverJournal,
  spendingToldTo,
  type HookServer,
} from './server-journal.ts';
import { throughLoop } from './through-loop.ts';

export function decideWithServer(server: HookServer): Decide {
  const byRules = throughLoop({
    prepare: () => Promise.resolve(),
    open: () => Promise.resolve(serverJournal(server)),
  });
  return async (question) => {
    // Before it is judged: a budget that is spent refuses this very call.
    await tellWhatIsDue(question, server);
    const { askPlainly } = await import('../loop/plain/ask-plainly.ts');
    return (await askPlainly(question, judgedByServer(server))) ?? byRules(question);
  };
}

async function tellWhatIsDue(question: HookQuestion, server: HookServer): Promise<void> {
  const { event } = question;
  const answer = event.kind === 'usage' ? event.answer : undefined;
  const mark = event.transcript === null ? null : await dueMarkOf(question);
  if (mark === null && answer === undefined) return;
  const { clientWithId } = await import('../clients/table.ts');
  const isUnnamed = clientWithId(question.client)?.headers?.session === undefined;
  const tell = spendingToldTo(server, isUnnamed);
  const { toldAnswer, toldSpending } = await import('./told-spending.ts');
  if (answer !== undefined) await toldAnswer(event.session, answer, tell);
  if (mark !== null) await toldSpending(question, mark, tell);
}

async function dueMarkOf(question: HookQuestion): Promise<string | null> {
  const { dueMark } = await import('./spending-due.ts');
  return dueMark(question);
}
