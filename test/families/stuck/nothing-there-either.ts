/**
 * Ever other questions with one intent, and nothing comes of any of them: empty lists, silence, the question repeated with a no.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

const STEMS = ['retry', 'backoff', 'attempts', 'requeue', 'redelivery', 'resend'] as const;
const MORE = ['policy', 'handler', 'limit', 'config', 'settings', 'count', 'logic'] as const;

/** The same thing in other words. */
function wording(agent: ScriptedAgent): string {
  const [a, b] = [agent.pick(STEMS), agent.pick(MORE)];
  return agent.pick([`${a}${b}`, `${a}_${b}`, `${a} ${b}`, `${b} ${a}`, `max_${a}`, a, `${a}s`]);
}

const SCENES = [
  (agent: ScriptedAgent, term: string) => {
    const command = agent.pick([
      `grep -rn "${term}" src`,
      `rg -n -i '${term}'`,
      `git grep -n "${term}"`,
      `rg -l "${term}" --hidden`,
      `find . -iname '*${term.replaceAll(' ', '-')}*'`,
      `grep -rniE "${term}" . --include=*.${agent.words.extension}`,
    ]);
    agent.shell(command, { text: '', exit: command.startsWith('find') ? 0 : 1 });
  },
  (agent: ScriptedAgent, term: string) =>
    agent.call(
      'search_docs',
      { query: term, limit: agent.pick([5, 10, 20]) },
      { query: term, results: [], took_ms: agent.between(3, 90) },
    ),
  (agent: ScriptedAgent, term: string) =>
    agent.call(
      'knowledge_base',
      { q: term },
      `Your search for "${term}" did not match any article.`,
    ),
  (agent: ScriptedAgent, term: string) =>
    agent.call(
      'find_symbol',
      { name: term.replaceAll(' ', '') },
      { matches: [], total: 0, hint: `no symbol named ${term.replaceAll(' ', '')}` },
    ),
];

export const nothingThereEither: Family = {
  name: 's_nothing_there_either',
  what: 'looks for one thing that is not there, in ever other words',
  batch: 13,
  limit: 16,
  play(agent) {
    agent.prompt('Where do we set how often a failed job is tried again? Raise it to 8.');
    agent.warmUp(0, 6);
    const look = agent.pick(SCENES);
    agent.loopBegins();
    agent.times(26, 40, () => look(agent, wording(agent)));
  },
};
