/**
 * Who decides for a hook beside a running server: the server, where the call is plain work; else the rules of the loop in
 * this process, with the server's journal.
 */
import type { Decide, HookQuestion } from './run-hook.ts';
import { judgedByServer, serverJournal, type HookServer } from './server-journal.ts';
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
  const { dueMark } = await import('./spending-due.ts');
  const mark = await dueMark(question);
  if (mark === null && event.kind !== 'usage') return;
  const { tellDue } = await import('./tell-due.ts');
  await tellDue(question, server, mark);
}
