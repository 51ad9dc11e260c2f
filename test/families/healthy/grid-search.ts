import type { Family } from '../family.ts';

export const gridSearch: Family = {
  name: 'h_grid_search',
  what: 'tries every combination of a few settings; many results are equal',
  batch: 3,
  play(agent) {
    agent.prompt('Find the best settings for the ranker.');
    for (const rate of ['0.1', '0.03', '0.01', '0.003']) {
      for (const depth of [4, 6, 8]) {
        for (const seed of [1, 2].slice(0, agent.between(1, 2))) {
          agent.shell(
            `python rank.py --rate ${rate} --depth ${depth} --seed ${seed}`,
            `loading data\nvalidation accuracy: 0.${agent.pick([81, 81, 82, 83])}`,
          );
        }
      }
    }
    agent.answer('The best are 0.03 and 6.');
  },
};
