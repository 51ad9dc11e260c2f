/**
 * Coverage that has to reach a threshold: a test at a time, a fraction of a percent each, sometimes none.
 */
import type { Family } from '../../family.ts';

export const coverageClimbs: Family = {
  name: 'h_coverage_climbs',
  what: 'reads a module, writes tests for it, and measures coverage, which creeps up until the threshold is met',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const threshold = agent.pick([70, 75, 80, 85]);
    let covered = threshold - agent.between(40, 75) / 10;
    let tests = agent.between(60, 400);
    const command = agent.pick([
      'npx vitest run --coverage --reporter=dot | tail -3',
      'python -m pytest -q --cov=src | tail -3',
      'npm run test:cov --silent | tail -3',
    ]);
    const measure = () => {
      const seconds = agent.between(900, 5200) / 100;
      const met = covered >= threshold;
      agent.shell(
        command,
        {
          text: `All files | ${covered.toFixed(2)} | ${(covered - 5).toFixed(2)} |\n${tests} passed in ${seconds}s\n${met ? `Required coverage of ${threshold}% reached` : `FAIL Required coverage of ${threshold}% not reached`}`,
          seconds,
        },
        { tookMs: Math.round(seconds * 1000) },
      );
    };
    agent.prompt(`Bring line coverage to ${threshold} % with tests that mean something.`);
    agent.warmUp(1, 5);
    measure();
    while (covered < threshold) {
      const symbol = words.symbol();
      agent.read(words.path(), words.codeLines(8, 24));
      agent.write(`${words.root}/tests/${symbol}.test.${words.extension}`, words.codeLines(5, 14));
      const gain = agent.random.chance(0.2) ? 0 : agent.between(10, 70) / 100;
      covered += gain;
      tests += agent.between(1, 6);
      measure();
      if (gain === 0 && agent.random.chance(0.6)) {
        agent.shell(
          `grep -n "${symbol}" coverage/lcov.info | head -2`,
          `SF:${words.file()}\nDA:${agent.between(1, 200)},0`,
          { saying: 'That file was covered already; the branches below are not.' },
        );
      }
    }
    agent.answer(`Coverage is at ${covered.toFixed(2)} %.`);
  },
};
