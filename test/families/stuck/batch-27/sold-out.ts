/**
 * A page of a shop is loaded again and again, quickly; the thing is sold out.
 */
import type { Family } from '../../family.ts';

export const soldOut: Family = {
  name: 's_sold_out',
  what: 'reloads the page of a product every few seconds and reads that it is sold out',
  batch: 27,
  limit: 10,
  play(agent) {
    const { words } = agent;
    const product = `${words.noun()}-${words.verb()}er`;
    const url = `https://shop.example/p/${product}`;
    const visitors = () => agent.between(40, 900);
    agent.prompt(`Buy one ${product}.`);
    agent.call(
      'browser_navigate',
      { url },
      `- heading "${product}"\n- text: Sold out\n- text: ${visitors()} people are looking at this`,
    );
    agent.loopBegins();
    agent.times(18, 30, () => {
      const page = `- heading "${product}"\n- text: Sold out\n- button "Notify me"\n- text: ${visitors()} people are looking at this`;
      if (agent.random.chance(0.5))
        agent.call('browser_navigate', { url }, page, {
          saying: agent.pick(['', 'Let me reload.', 'Checking again.']),
        });
      else agent.call('browser_snapshot', {}, page);
    });
  },
};
