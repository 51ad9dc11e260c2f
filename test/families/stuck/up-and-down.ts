import type { Family } from '../family.ts';

/** Two screens of one page, seen again and again. */
export const upAndDown: Family = {
  name: 's_up_and_down',
  what: 'scrolls a page up and down between the same places',
  batch: 2,
  limit: 14,
  play(agent) {
    agent.prompt('What does the refund policy say about gift cards?');
    const screens = Array.from({ length: 3 }, () =>
      agent.words.prose(5, 9).replaceAll('. ', '.\n'),
    );
    agent.call(
      'browser_navigate',
      { url: `https://${agent.words.project()}.example/refunds` },
      screens[0] ?? '',
    );
    agent.call('browser_scroll', { direction: 'down', amount: 800 }, screens[1] ?? '');
    agent.call('browser_scroll', { direction: 'down', amount: 800 }, screens[2] ?? '');
    agent.loopBegins();
    let at = 2;
    agent.times(18, 28, () => {
      const down = at === 0 || (at === 1 && agent.random.chance(0.5));
      at += down ? 1 : -1;
      agent.call(
        'browser_scroll',
        { direction: down ? 'down' : 'up', amount: agent.pick([800, 800, 1000]) },
        screens[at] ?? '',
      );
    });
  },
};
