import type { Family } from '../family.ts';

export const quietCleanup: Family = {
  name: 'h_quiet_cleanup',
  what: 'moves and removes many files; no command prints anything',
  batch: 2,
  play(agent) {
    agent.prompt('Sort the assets into folders by topic.');
    agent.shell(
      'ls assets',
      Array.from({ length: 30 }, () => `${agent.words.noun()}-${agent.words.noun()}.png`).join(
        '\n',
      ),
    );
    agent.times(18, 36, () => {
      const name = `${agent.words.noun()}-${agent.words.noun()}.png`;
      agent.shell(
        agent.pick([
          `mkdir -p assets/${agent.words.noun()}`,
          `mv assets/${name} assets/${agent.words.noun()}/`,
          `rm assets/${name}`,
        ]),
        '',
      );
    });
    agent.answer('Sorted.');
  },
};
