import type { Family } from '../family.ts';

export const slowCompiler: Family = {
  name: 'h_slow_compiler',
  what: 'waits for a long build whose last line often stays the same',
  batch: 4,
  play(agent) {
    agent.prompt('Build the engine and run its smoke test.');
    agent.shell('nohup make -j8 > build.log 2>&1 &', `[1] ${agent.between(1000, 9000)}`);
    let percent = agent.between(1, 9);
    while (percent < 100) {
      const pause = agent.pick([30, 60, 120]);
      if (agent.random.chance(0.6)) percent += agent.between(2, 11);
      agent.shell(
        `sleep ${pause}; tail -1 build.log`,
        `[${String(Math.min(percent, 100)).padStart(3)}%] Building CXX object src/CMakeFiles/${agent.words.noun()}.dir/${agent.words.noun()}.cpp.o`,
        { tookMs: pause * 1000 },
      );
    }
    agent.shell('./engine --smoke', 'ok');
    agent.answer('Built.');
  },
};
