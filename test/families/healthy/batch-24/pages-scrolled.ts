/**
 * A list that grows when one scrolls: the same scroll each time, and a few new cards below the old ones.
 */
import { browserExchange } from '../../browser-manner.ts';
import type { Family } from '../../family.ts';

export const pagesScrolled: Family = {
  name: 'h_pages_scrolled',
  what: 'scrolls an endless list to its end by the same call; now and then nothing has loaded yet, then the next cards come',
  batch: 24,
  play(agent) {
    const { words } = agent;
    const all = agent.between(120, 260);
    const step = agent.between(4, 8);
    const windowed = agent.random.chance(0.5);
    const cards = Array.from(
      { length: all },
      (_, index) => `${words.noun()} ${words.noun()} ${index + 1} — ${agent.between(10, 900)} €`,
    );
    let shown = step;
    const page = () => {
      const from = windowed ? Math.max(0, shown - step * 2) : Math.max(0, shown - 30);
      const lines = cards
        .slice(from, shown)
        .map((card, index) => `  - article [ref=e${from + index}]: ${card}`);
      return `- Page Title: Offers\n- text: Showing ${shown} of ${all}\n- list:\n${lines.join('\n')}`;
    };
    const act = (name: string, args: Readonly<Record<string, unknown>>) => {
      agent.together([browserExchange(agent.manner, name, args, page())], {
        saying: agent.pick(['', '', '', 'Further down.']),
      });
    };
    agent.prompt(`Collect all ${all} offers from https://${words.project()}.example/offers.`);
    act('navigate', { url: `https://${words.project()}.example/offers` });
    const wheel = { deltaX: 0, deltaY: agent.pick([800, 1200]) };
    while (shown < all) {
      if (agent.random.chance(0.2)) act('mouse_wheel', wheel);
      if (agent.random.chance(0.15)) act('wait_for', { time: 2 });
      shown = Math.min(all, shown + step);
      act('mouse_wheel', wheel);
    }
    agent.write(`${words.root}/offers.csv`, cards.join('\n'));
    agent.answer(`${all} offers are in offers.csv.`);
  },
};
