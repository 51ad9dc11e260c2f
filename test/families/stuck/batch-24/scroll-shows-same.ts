/**
 * A list that should grow when one scrolls stays at its first cards; the agent scrolls on, by ever other means.
 */
import { browserExchange } from '../../browser-manner.ts';
import type { Family } from '../../family.ts';

export const scrollShowsSame: Family = {
  name: 's_scroll_shows_same',
  what: 'scrolls a list that keeps showing its first cards, with the wheel, keys and scripts; refs and the clock of the page move',
  batch: 24,
  limit: 20,
  play(agent) {
    const { words } = agent;
    const all = agent.between(60, 400);
    const shown = agent.between(6, 12);
    const cards = Array.from(
      { length: shown },
      () => `${words.noun()} ${words.noun()} — ${agent.between(10, 900)} €`,
    );
    const moves = agent.random.chance(0.6);
    let base = agent.between(3, 40);
    const page = () => {
      if (moves) base += agent.between(1, 30);
      const lines = cards.map((card, index) => `  - article [ref=e${base + index}]: ${card}`);
      return `- Page Title: Offers\n- text: Showing ${shown} of ${all}\n- list:\n${lines.join('\n')}\n- status: ${moves ? `updated ${agent.clock().slice(11, 19)}` : 'Loading more…'}`;
    };
    const act = (name: string, args: Readonly<Record<string, unknown>>, text: string) => {
      agent.together([browserExchange(agent.manner, name, args, text)], {
        saying: agent.pick([
          '',
          '',
          'Loading more offers.',
          'Scrolling further down.',
          'The rest should load now.',
        ]),
      });
    };
    agent.prompt(
      `Collect all ${all} offers from https://${words.project()}.example/offers into a table.`,
    );
    act('navigate', { url: `https://${words.project()}.example/offers` }, page());
    agent.loopBegins();
    agent.times(26, 38, () => {
      const how = agent.between(0, 4);
      if (how === 0) act('press_key', { key: agent.pick(['End', 'PageDown']) }, page());
      else if (how === 1)
        act(
          'evaluate',
          { function: `() => window.scrollTo(0, ${agent.between(20, 99)}00)` },
          'undefined',
        );
      else if (how === 2) act('wait_for', { time: agent.pick([2, 3, 5]) }, page());
      else if (how === 3) act('snapshot', {}, page());
      else act('mouse_wheel', { deltaX: 0, deltaY: agent.pick([600, 800, 1200, 3000]) }, page());
    });
  },
};
