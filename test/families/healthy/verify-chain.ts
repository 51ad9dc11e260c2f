import type { Family } from '../family.ts';

/** Reported as killed four times in a night. */
export const verifyChain: Family = {
  name: 'h_verify_chain',
  what: 'writes, runs, edits and runs again until the checks pass',
  batch: 1,
  play(agent) {
    agent.prompt('Write the importer and make its verification pass.');
    const path = agent.words.path();
    agent.write(path, agent.words.codeLines(10, 30));
    const total = agent.between(14, 30);
    const tests = Array.from({ length: total }, () => agent.words.symbol());
    let red = agent.between(5, 9);
    const command = agent.pick([
      'python verify.py',
      'npm run verify',
      'make check',
      './scripts/verify.sh',
    ]);
    while (red >= 0) {
      const failing = tests.slice(0, red).map((name) => `FAIL ${name}`);
      agent.shell(command, {
        text: [...failing, `${total - red} ok, ${red} failed`].join('\n'),
        exit: red === 0 ? 0 : 1,
      });
      if (red === 0) break;
      // An idea may help or not.
      if (agent.random.chance(0.3)) agent.read(agent.words.path(), agent.words.codeLines(5, 20));
      agent.edit(path, agent.words.codeLines(1, 3), agent.words.codeLines(1, 5));
      if (agent.random.chance(0.6)) red -= 1;
    }
    agent.answer('All checks pass.');
  },
};
