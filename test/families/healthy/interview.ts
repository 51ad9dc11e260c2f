import type { Family } from '../family.ts';

export const interview: Family = {
  name: 'h_interview',
  what: 'asks a person one question after the other; there are no tools',
  batch: 2,
  play(agent) {
    agent.prompt('Interview me for the position and then rate me.');
    agent.times(10, 20, (index) => {
      agent.answer(
        `Thank you. Question ${index + 1}: how would you ${agent.words.verb()} a ${agent.words.noun()} when the ${agent.words.noun()} is ${agent.words.verb()}ed by a ${agent.words.noun()}?`,
      );
      agent.rest(agent.between(3000, 90_000));
      agent.prompt(
        agent.pick([
          agent.words.prose(1, 3),
          agent.words.sentence(),
          "I don't know.",
          'Next question, please.',
          agent.words.prose(2, 4),
        ]),
      );
    });
    agent.answer(agent.words.prose(4, 8));
  },
};
