import type { Family } from '../family.ts';

export const unhappyPerson: Family = {
  name: 'h_unhappy_person',
  what: 'a person says again and again that it does not work, and the agent tries something else each time',
  batch: 5,
  play(agent) {
    agent.prompt('The menu does not open on my phone.');
    agent.times(6, 11, () => {
      agent.read(agent.words.path(), agent.words.codeLines(8, 20));
      agent.times(1, 2, () =>
        agent.edit(agent.words.path(), agent.words.codeLines(1, 3), agent.words.codeLines(1, 4)),
      );
      agent.answer(
        agent.pick([
          'I changed the handler. Please try again.',
          'This should fix it. Can you check?',
          'Please reload and try once more.',
        ]),
      );
      agent.rest(agent.between(8000, 120_000));
      agent.prompt(
        agent.pick([
          'still not working',
          'Still not working.',
          'No change.',
          'It still does not open.',
        ]),
      );
    });
    agent.edit(agent.words.path(), agent.words.codeLines(1, 3), agent.words.codeLines(1, 4));
    agent.answer('Found it: the overlay was above the button.');
  },
};
