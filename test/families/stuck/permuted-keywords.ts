import type { Family } from '../family.ts';

export const permutedKeywords: Family = {
  name: 's_permuted_keywords',
  what: 'searches the code with the same few keywords in ever other order and spelling',
  batch: 3,
  limit: 12,
  play(agent) {
    agent.prompt('Where is the retry limit configured?');
    agent.warmUp(1, 3);
    const words = ['retry', 'limit', 'max', 'config'];
    const tool = agent.pick(['search_code', 'codebase_search', 'semantic_search']);
    agent.loopBegins();
    agent.times(16, 26, () => {
      const order = words
        .toSorted(() => (agent.random.chance(0.5) ? 1 : -1))
        .slice(0, agent.between(2, 4));
      const spelled = agent.pick([
        order.join(' '),
        order.join('_'),
        order.join('').toUpperCase(),
        order.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join(''),
      ]);
      agent.call(tool, { query: spelled }, agent.pick(['No matches.', `0 results for ${spelled}`]));
    });
  },
};
