/**
 * Rounds of profiling: a change, the same benchmark, a few percent; what doesn't help is taken back.
 */
import type { Family } from '../../family.ts';

export const profileRounds: Family = {
  name: 'h_profile_rounds',
  what: 'profiles, changes the hottest function, and runs the same benchmark; changes without gain are reverted',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const bench = `${words.verb()}_${words.noun()}s`;
    const command = agent.pick([
      `cargo bench --bench ${bench}`,
      `go test -bench=${bench} -run=^$ ./...`,
      `node bench/${bench}.mjs`,
      `hyperfine -w 2 './bin/${bench}'`,
    ]);
    const paths = Array.from({ length: agent.between(2, 4) }, () => words.path());
    const start = agent.between(4000, 9000) / 10;
    let best = start;
    const measure = (ms: number) => {
      const seconds = agent.between(8, 40);
      agent.shell(
        command,
        {
          text: `${bench}\n  time:   ${(ms * (0.99 + agent.between(0, 20) / 1000)).toFixed(1)} ms ± ${agent.between(8, 60) / 10} ms\n  runs:   ${agent.between(50, 100)}`,
          seconds,
        },
        { tookMs: seconds * 1000 },
      );
    };
    agent.prompt(`${bench} has become slow. Make it at least a third faster.`);
    agent.warmUp(1, 4);
    measure(best);
    while (best > start * 0.66) {
      const path = agent.pick(paths);
      const [before, after] = [words.codeLines(1, 3), words.codeLines(1, 3)];
      if (agent.random.chance(0.5)) {
        agent.shell(
          `perf report --stdio --percent-limit 8 | head -4`,
          `  ${agent.between(110, 380) / 10}%  ${words.symbol()}\n   ${agent.between(80, 100) / 10}%  ${words.symbol()}`,
        );
      }
      agent.edit(path, before, after);
      const helps = agent.random.chance(0.55);
      if (helps) best *= 1 - agent.between(20, 90) / 1000;
      measure(helps ? best : best * 1.01);
      if (helps) agent.shell(`git commit -qam "perf: ${words.verb()} ${words.noun()} once"`, '');
      else {
        agent.shell(`git checkout -q -- ${path}`, '', {
          saying: agent.pick(['No gain; taking it back.', 'Within the noise.', '']),
        });
      }
    }
    agent.answer(`${bench} went from ${start} ms to ${best.toFixed(1)} ms.`);
  },
};
