import type { Family } from '../family.ts';

export const askedExpert: Family = {
  name: 'h_asked_expert',
  what: 'asks an expert model one question after the other; some it cannot answer',
  batch: 8,
  play(agent) {
    agent.prompt('Write a report on this field with the help of the expert.');
    agent.times(14, 26, () => {
      agent.call(
        agent.pick(['ask_expert', 'consult']),
        {
          question: `How does the ${agent.words.noun()} ${agent.words.verb()} the ${agent.words.noun()} in a ${agent.words.noun()}?`,
        },
        agent.random.chance(0.3) ? 'I do not know.' : agent.words.prose(1, 4),
        { tookMs: agent.between(2_000, 20_000) },
      );
    });
    agent.answer(agent.words.prose(4, 8));
  },
};
