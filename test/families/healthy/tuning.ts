import type { Family } from '../family.ts';

export const tuning: Family = {
  name: 'h_tuning',
  what: 'changes one thing, measures, and changes the next; the figure goes up and down',
  batch: 1,
  play(agent) {
    agent.prompt('Make the parser faster; measure every idea.');
    const path = agent.words.path();
    agent.read(path, agent.words.codeLines(20, 40));
    const command = agent.pick([
      'npm run bench -- parser',
      'go test -bench Parser -run xxx',
      'cargo bench parser',
      'hyperfine ./parse',
    ]);
    agent.times(9, 18, () => {
      agent.edit(path, agent.words.codeLines(1, 3), agent.words.codeLines(1, 4));
      agent.shell(
        command,
        `parser  ${agent.between(700, 1400)} ns/op  ${agent.between(20, 90)} allocs/op`,
      );
      if (agent.random.chance(0.4))
        agent.shell(`git checkout ${path}`, 'Updated 1 path from the index');
    });
    agent.answer('The best idea is in.');
  },
};
