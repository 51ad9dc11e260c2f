import type { Family } from '../family.ts';

export const reviewRounds: Family = {
  name: 'h_review_rounds',
  what: 'a reviewing agent comments, this one mends and says so in like words',
  batch: 1,
  play(agent) {
    agent.prompt(`Implement ${agent.words.symbol()}.`);
    agent.warmUp(3, 6);
    agent.answer('Implemented. Ready for review.');
    agent.times(6, 12, () => {
      agent.rest(agent.between(1000, 20_000));
      agent.prompt(
        `[reviewer] ${agent.words.file()}:${agent.between(3, 300)}: ${agent.words.sentence()} Please change it.`,
      );
      agent.edit(agent.words.path(), agent.words.codeLines(1, 2), agent.words.codeLines(1, 3));
      agent.shell(
        'npm test',
        `Tests: ${agent.between(40, 60)} passed\nTime: ${agent.between(2, 9)}.${agent.between(0, 9)} s`,
      );
      agent.answer(
        agent.pick([
          'Fixed. Please review again.',
          'Done, ready for another look.',
          'Addressed. Ready for review.',
        ]),
      );
    });
    agent.prompt('[reviewer] Approved.');
    agent.answer('Merged.');
  },
};
