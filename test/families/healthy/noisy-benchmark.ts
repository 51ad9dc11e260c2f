import type { Family } from '../family.ts';

/** One measurement says nothing, so each is made several times. */
export const noisyBenchmark: Family = {
  name: 'h_noisy_benchmark',
  what: 'measures several times after each change, because the figures go to and fro',
  batch: 7,
  play(agent) {
    agent.prompt('Make the parser faster.');
    agent.warmUp(2, 4);
    const command = agent.pick([
      'npm run bench',
      'cargo bench parser',
      'go test -bench=Parser',
      'python bench.py',
    ]);
    let base = agent.between(300, 900);
    agent.times(5, 9, () => {
      agent.edit(agent.words.path(), agent.words.codeLines(1, 3), agent.words.codeLines(1, 4));
      base -= agent.between(-10, 30);
      agent.times(2, 4, () =>
        agent.shell(
          command,
          `parser: ${base + agent.between(-25, 25)}.${agent.between(10, 99)} ops/s (±${agent.between(1, 9)}.${agent.between(10, 99)}%)`,
        ),
      );
      if (agent.random.chance(0.4)) agent.read(agent.words.path(), agent.words.codeLines(8, 20));
    });
    agent.answer(agent.words.sentence());
  },
};
