import { readExchange, shellExchange } from '../client-manner.ts';
import type { Family } from '../family.ts';

export const parallelReads: Family = {
  name: 'h_parallel_reads',
  what: 'makes several like calls in each turn',
  batch: 1,
  play(agent) {
    agent.prompt('Get an overview of the modules and then unify their logging.');
    agent.times(5, 9, () => {
      const paths = Array.from({ length: agent.between(3, 8) }, () => agent.words.path());
      agent.together(
        paths.map((path) => readExchange(agent.manner, path, agent.words.codeLines(5, 20))),
      );
      const patterns = Array.from({ length: agent.between(2, 5) }, () => agent.words.symbol());
      agent.together(
        patterns.map((pattern) =>
          shellExchange(
            agent.manner,
            `rg -l ${pattern} src`,
            agent.random.chance(0.5) ? { text: '', exit: 1 } : { text: agent.words.file() },
            agent.random,
          ),
        ),
      );
      for (const path of paths.slice(0, 2))
        agent.edit(path, agent.words.codeLines(1, 2), agent.words.codeLines(1, 3));
    });
    agent.answer('Logging is uniform now.');
  },
};
