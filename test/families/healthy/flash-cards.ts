import type { Family } from '../family.ts';

export const flashCards: Family = {
  name: 'h_flash_cards',
  what: 'a person asks for one card after the other, quickly',
  batch: 3,
  play(agent) {
    agent.prompt('Quiz me on capitals. I say "next" for the next card.');
    agent.times(12, 24, (index) => {
      agent.answer(
        `Card ${index + 1}: what is the capital of ${agent.words.noun()}land? (Answer: ${agent.words.noun()}burg)`,
      );
      agent.rest(agent.between(1200, 9000));
      agent.prompt('next');
    });
    agent.answer('That was the last card.');
  },
};
