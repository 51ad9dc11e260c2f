import type { Family } from '../family.ts';

export const endlessWord: Family = {
  name: 's_endless_word',
  what: 'an answer that falls into repeating one phrase',
  batch: 3,
  limit: 2,
  unit: 'answer',
  play(agent) {
    agent.prompt('Summarise the meeting.');
    agent.warmUp(1, 3);
    agent.loopBegins();
    const phrase = agent.pick([
      `${agent.words.noun()} `,
      `the ${agent.words.noun()} and the ${agent.words.noun()}, `,
      `I will now ${agent.words.verb()} the ${agent.words.noun()}.\n`,
      `- ${agent.words.noun()}\n`,
    ]);
    agent.answer(`${agent.words.prose(1, 3)} ${phrase.repeat(agent.between(60, 200))}`);
    agent.answer(phrase.repeat(80));
  },
};
