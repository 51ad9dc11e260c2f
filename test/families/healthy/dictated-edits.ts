import type { Family } from '../family.ts';

export const dictatedEdits: Family = {
  name: 'h_dictated_edits',
  what: 'a person dictates one small edit after the other, and the agent says "Done." each time',
  batch: 7,
  play(agent) {
    const path = agent.words.path();
    agent.times(14, 26, () => {
      agent.prompt(
        agent.pick([
          `Rename ${agent.words.symbol()} to ${agent.words.symbol()}.`,
          `Now ${agent.words.verb()} the ${agent.words.noun()}, please.`,
          `Add a comment about the ${agent.words.noun()}.`,
          'And the next one as well.',
        ]),
      );
      agent.edit(path, agent.words.code(), agent.words.code());
      agent.answer(agent.pick(['Done.', 'Done.', 'Done, anything else?']));
      agent.rest(agent.between(2_000, 90_000));
    });
  },
};
