import type { Family } from '../family.ts';

/** Only acknowledgements come back, so there is nothing to compare but the acts. */
export const thereAndBack: Family = {
  name: 's_there_and_back',
  what: 'opens a page and goes back, again and again',
  batch: 3,
  limit: 18,
  play(agent) {
    agent.prompt('Find the opening hours of the shop.');
    agent.call('goto', { url: `https://${agent.words.project()}.example` }, 'Navigated.');
    const links = Array.from({ length: 3 }, () => agent.between(1, 30));
    agent.loopBegins();
    agent.times(10, 15, () => {
      agent.call(
        'click',
        { index: agent.pick(links) },
        agent.pick(['Clicked element.', 'Clicked.']),
      );
      agent.call('go_back', {}, 'Navigated back.');
    });
  },
};
