import type { Family } from '../family.ts';

/** Most of each page is the same frame. */
export const docsCrawl: Family = {
  name: 'h_docs_crawl',
  what: 'reads page after page of a site whose frame is the same everywhere',
  batch: 3,
  play(agent) {
    agent.prompt('Read the documentation and list all deprecated settings.');
    const frame = agent.words.prose(16, 24).replaceAll('. ', '.\n');
    const site = agent.words.project();
    agent.times(16, 32, () => {
      const page = `${agent.words.noun()}-${agent.words.noun()}`;
      agent.call(
        agent.pick(['web_fetch', 'fetch']),
        { url: `https://docs.${site}.example/${page}` },
        `${frame}\n# ${page}\n${agent.words.prose(1, 4).replaceAll('. ', '.\n')}\n${frame.slice(0, 300)}`,
      );
    });
    agent.answer(agent.words.prose(3, 6));
  },
};
