/**
 * Pages of a shop are gone through for one thing; most of them don't have it, and the button is always the same.
 */
import type { Family } from '../../family.ts';

export const listingsCompared: Family = {
  name: 'h_listings_compared',
  what: 'goes from page to page of a shop with the same button, looking for the cheapest of a kind',
  batch: 25,
  play(agent) {
    const { words } = agent;
    const kind = words.noun();
    const pages = agent.between(10, 22);
    const page = (at: number) =>
      `### Page ${at} of ${pages}\n${Array.from({ length: agent.between(6, 10) }, () => `- link "${words.noun()} ${words.verb()}er ${agent.between(2, 90)}" [ref=e${agent.between(20, 400)}]: ${agent.between(4, 190)}.${agent.between(10, 99)} €`).join('\n')}\n- button "Next" [ref=e${agent.between(400, 500)}]`;
    agent.prompt(`Find the cheapest ${kind} in this shop.`);
    agent.call('browser_navigate', { url: `https://shop.example/c/${kind}` }, page(1));
    for (let at = 2; at <= pages; at += 1) {
      agent.call(
        'browser_click',
        { element: 'Next', ref: `e${agent.between(400, 500)}` },
        page(at),
      );
      if (agent.random.chance(0.2))
        agent.call('browser_scroll', { direction: 'down' }, 'Scrolled.');
    }
    agent.answer('The cheapest one is on page 3.');
  },
};
