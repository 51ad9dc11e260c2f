import type { Family } from '../family.ts';

export const searchAndOpen: Family = {
  name: 'h_search_and_open',
  what: 'opens one search result after the other and goes back to the list in between',
  batch: 5,
  play(agent) {
    agent.prompt('Compare the prices of the flats in the list.');
    const flats = Array.from({ length: agent.between(8, 14) }, () => agent.words.sentence());
    const list = `Results\n${flats.map((flat, index) => `${index + 1}. ${flat}`).join('\n')}`;
    agent.call('browser_navigate', { url: 'https://flats.example/search?q=berlin' }, list);
    flats.forEach((flat, index) => {
      agent.call(
        'browser_click',
        { element: `Result ${index + 1}` },
        `${flat}\nPrice: ${agent.between(600, 2400)}\n${agent.words.prose(2, 4).replaceAll('. ', '.\n')}`,
      );
      agent.call('browser_navigate_back', {}, list);
    });
    agent.answer('The third is the cheapest.');
  },
};
