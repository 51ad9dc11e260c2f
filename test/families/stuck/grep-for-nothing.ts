import type { Family } from '../family.ts';

export const grepForNothing: Family = {
  name: 's_grep_for_nothing',
  what: 'greps for one word that is nowhere, with ever other flags and folders',
  batch: 5,
  limit: 14,
  play(agent) {
    const word = `${agent.words.noun().toUpperCase()}_${agent.words.noun().toUpperCase()}`;
    agent.prompt(`Where is ${word} set?`);
    agent.warmUp(1, 3);
    agent.loopBegins();
    agent.times(18, 28, () => {
      const where = agent.pick(['.', 'src', 'config', 'packages', '..', 'src/ config/', '*.env']);
      const spelled = agent.pick([
        word,
        word.toLowerCase(),
        `"${word}"`,
        word.replace('_', '.*'),
        word.replace('_', '-'),
      ]);
      agent.shell(
        agent.pick([
          `grep -rn ${spelled} ${where}`,
          `rg ${spelled} ${where}`,
          `grep -ri ${spelled} ${where}`,
          `git grep ${spelled}`,
        ]),
        { text: '', exit: 1 },
      );
    });
  },
};
