import type { Family } from '../family.ts';

export const broadResearch: Family = {
  name: 'h_broad_research',
  what: 'searches many questions, finds nothing for some, and reads what it finds',
  batch: 1,
  play(agent) {
    agent.prompt('Write a survey of recent work on battery recycling.');
    agent.times(12, 24, () => {
      const query = `${agent.words.noun()} ${agent.words.noun()} battery ${agent.words.noun()} ${agent.pick(['process', 'yield', 'cost', 'plant', 'policy'])}`;
      if (agent.random.chance(0.3)) {
        agent.call('web_search', { query }, 'No results found.');
        return;
      }
      const urls = Array.from(
        { length: 3 },
        () =>
          `https://${agent.words.project()}.example/${agent.words.noun()}-${agent.words.hex(4)}`,
      );
      agent.call(
        'web_search',
        { query },
        { results: urls.map((url) => ({ url, title: agent.words.sentence() })) },
      );
      agent.times(0, 2, (index) => {
        const url = urls[index] ?? '';
        if (agent.random.chance(0.2))
          agent.call('web_fetch', { url }, 'HTTP 403 Forbidden', {
            failed: agent.random.chance(0.5),
          });
        else agent.call('web_fetch', { url }, agent.words.prose(5, 12));
      });
    });
    agent.answer(agent.words.prose(6, 10));
  },
};
