import type { Family } from '../family.ts';

export const translation: Family = {
  name: 'h_translation',
  what: 'reads and writes one file after the other with like acknowledgements',
  batch: 1,
  play(agent) {
    agent.prompt('Translate the help pages into French.');
    agent.times(14, 35, () => {
      const name = `${agent.words.noun()}-${agent.words.noun()}`;
      if (agent.random.chance(0.7))
        agent.read(`${agent.words.root}/help/en/${name}.md`, agent.words.prose(3, 9));
      agent.write(
        `${agent.words.root}/help/fr/${name}.md`,
        `# ${name}\n${agent.words.prose(3, 9)}`,
      );
    });
    agent.answer('All pages are translated.');
  },
};
