/**
 * A large file is taken apart: each part gets a file of its own, and after each the same suite is as green as before.
 */
import type { Family } from '../../family.ts';
import { runnerOf, testReport } from '../../test-report.ts';

const SUITES = {
  pytest: 'python -m pytest -q',
  vitest: 'npx vitest run',
  go: 'go test ./... -count=1',
  cargo: 'cargo test',
  gradle: './gradlew test',
} as const;

export const partsExtracted: Family = {
  name: 'h_parts_extracted',
  what: 'moves one part of a large file after the other into its own; the same tests stay green after each',
  batch: 18,
  play(agent) {
    const { words } = agent;
    const runner = runnerOf(agent);
    const large = words.path();
    const passed = agent.between(403, 499);
    const commits = agent.random.chance(0.6);
    agent.prompt(
      `Take ${large.split('/').at(-1)} apart: one function a file. Run all tests after each move; they must stay green.`,
    );
    agent.read(large, words.codeLines(60, 120));
    agent.shell(SUITES[runner], testReport(agent, runner, { passed, failures: [] }));
    agent.times(9, 16, () => {
      const symbol = words.symbol();
      const body = words.codeLines(3, 12);
      const target = `${words.root}/src/parts/${symbol}.${words.extension}`;
      agent.write(target, body);
      agent.edit(large, body, `import { ${symbol} } from './parts/${symbol}';`);
      const report = testReport(agent, runner, { passed, failures: [] });
      agent.shell(SUITES[runner], report, { tookMs: 1000 * (report.seconds ?? 1) });
      if (commits)
        agent.shell(
          `git add -A && git commit -qm "Move ${symbol} to its own file" && git log --oneline -1`,
          `${words.hex(7)} Move ${symbol} to its own file`,
        );
    });
    agent.answer(`Every function has its own file now; all ${passed} tests pass.`);
  },
};
