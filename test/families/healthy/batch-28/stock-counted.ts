/**
 * A voice assistant goes from bin to bin with somebody who counts; the questions are all alike.
 */
import type { Family } from '../../family.ts';

export const stockCounted: Family = {
  name: 'h_stock_counted',
  what: 'asks a person for the count of one bin after the other, repeats the number, and writes it down',
  batch: 28,

  play(agent) {
    const bins = agent.between(18, 34);
    agent.prompt('Start the count of aisle C.');
    for (let bin = 1; bin <= bins; bin += 1) {
      agent.answer(`Bin C-${bin}. How many?`);
      agent.rest(agent.between(4000, 25_000));
      const count = agent.pick([0, 1, 2, 3, 4, 6, 6, 12, 12, 24]);
      agent.prompt(agent.pick([`${count}`, `${count} pieces`, count === 0 ? 'empty' : `${count}`]));
      agent.call('save_count', { bin: `C-${bin}`, count }, { saved: true });
    }
    agent.answer('Aisle C is done.');
  },
};
