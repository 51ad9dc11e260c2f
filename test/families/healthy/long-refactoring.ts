import type { Family } from '../family.ts';

export const longRefactoring: Family = {
  name: 'h_long_refactoring',
  what: 'works through several compactions, reading its rules and open files again after each',
  batch: 1,
  play(agent) {
    agent.prompt('Move the storage layer to async, file by file.');
    const rules = agent.words.prose(8, 16).replaceAll('. ', '.\n');
    const shared = [agent.words.path(), agent.words.codeLines(20, 40)] as const;
    agent.times(4, 6, () => {
      agent.read(`${agent.words.root}/AGENTS.md`, rules);
      agent.read(...shared);
      agent.shell(
        'git status --short',
        Array.from({ length: agent.between(2, 9) }, () => ` M ${agent.words.file()}`).join('\n'),
      );
      agent.times(4, 9, () => {
        const path = agent.words.path();
        agent.read(path, agent.words.codeLines(8, 30));
        agent.edit(path, agent.words.codeLines(1, 3), agent.words.codeLines(1, 4));
      });
      agent.shell('npx tsc --noEmit', {
        text: `${agent.words.file()}(${agent.between(3, 200)},5): error TS2322: ${agent.words.sentence()}`,
        exit: 2,
      });
      agent.compact(`Storage is being moved to async. ${agent.words.prose(4, 7)}`);
    });
    agent.shell('npx tsc --noEmit', '');
    agent.answer('Done.');
  },
};
