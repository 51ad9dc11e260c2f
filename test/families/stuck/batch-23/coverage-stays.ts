/**
 * Test after test is written for a threshold of coverage; the figure never moves, because the runner doesn't see them.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const coverageStays: Family = {
  name: 's_coverage_stays',
  what: 'writes test file after test file and measures coverage; the figure stays where it was to the last digit',
  batch: 23,
  limit: 22,
  play(agent) {
    const { words } = agent;
    const covered = (agent.between(4100, 7900) / 100).toFixed(2);
    const threshold = agent.pick([75, 80, 85, 90]);
    const total = agent.between(41, 380);
    const folder = agent.pick(['tests/unit', '__tests__', 'spec', 'test/coverage']);
    const command = agent.pick([
      'npx jest --coverage --silent',
      'npm run test:cov',
      'npx vitest run --coverage',
    ]);
    const measure = () => {
      const seconds = agent.between(310, 6200) / 100;
      agent.shell(
        command,
        {
          text: `Test Suites: ${Math.ceil(total / 9)} passed, ${Math.ceil(total / 9)} total\nTests:       ${total} passed, ${total} total\nTime:        ${seconds} s\n\nAll files |   ${covered} |    ${(Number(covered) - 6.1).toFixed(2)} |\nERROR: Coverage for lines (${covered}%) does not meet global threshold (${threshold}%)`,
          exit: 1,
          seconds,
        },
        { tookMs: Math.round(seconds * 1000) },
      );
    };
    agent.prompt(`Raise the line coverage to ${threshold} %. CI refuses the branch otherwise.`);
    agent.warmUp(2, 7);
    measure();
    agent.loopBegins();
    agent.times(12, 19, () => {
      const symbol = words.symbol();
      if (agent.random.chance(0.5)) {
        agent.read(words.path(), words.codeLines(6, 18), { saying: musing(agent, 'coverage') });
      }
      agent.write(
        `${words.root}/${folder}/${symbol}.cover.${words.extension}`,
        `describe('${symbol}', () => {\n  it('${words.verb()}s the ${words.noun()}', () => {\n${words.codeLines(1, 4)}\n  });\n});\n`,
      );
      measure();
    });
  },
};
