import type { Family } from '../family.ts';

export const stubbornSuite: Family = {
  name: 'h_stubborn_suite',
  what: 'a hard bug: a few tries without effect, reading in between, then the fix',
  batch: 3,
  play(agent) {
    agent.prompt('The checkout test fails. Fix it.');
    const path = agent.words.path();
    const test = agent.words.symbol();
    const red = { text: `FAIL ${test}\n  expected 3, got 4\nTests: 1 failed, 40 passed`, exit: 1 };
    agent.shell('npm test -- checkout', red);
    agent.times(3, 4, () => {
      agent.times(2, 4, () => agent.read(agent.words.path(), agent.words.codeLines(8, 25)));
      if (agent.random.chance(0.5))
        agent.shell(`node debug.js ${agent.words.noun()}`, agent.words.prose(1, 3));
      agent.edit(path, agent.words.codeLines(1, 3), agent.words.codeLines(1, 3));
      agent.shell('npm test -- checkout', red);
    });
    agent.read(agent.words.path(), agent.words.codeLines(8, 25));
    agent.edit(path, agent.words.codeLines(1, 3), agent.words.codeLines(1, 3));
    agent.shell('npm test -- checkout', 'Tests: 41 passed');
    agent.answer('Fixed.');
  },
};
