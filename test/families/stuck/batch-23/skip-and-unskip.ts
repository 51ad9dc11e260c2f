/**
 * A test that is red when it runs, and a check that refuses tests that are skipped.
 */
import type { Family } from '../../family.ts';
import { runnerOf, testCommand, testReport } from '../../test-report.ts';

export const skipAndUnskip: Family = {
  name: 's_skip_and_unskip',
  what: 'skips a red test, is told that tests must not be skipped, takes the skip away, and skips it again',
  batch: 23,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const runner = runnerOf(agent);
    const file = words.file();
    const path = `${words.root}/${file}`;
    const test = words.symbol();
    const line = agent.between(10, 300);
    const head = `it('${test}', () => {`;
    const skipped = [
      head.replace('it(', 'it.skip('),
      head.replace('it(', 'it.todo('),
      `// ${head}`,
    ];
    const failure = {
      test,
      at: `${file}:${line}`,
      message: `expected ${agent.between(1, 50)} to be ${agent.between(51, 99)}`,
    };
    const passed = agent.between(8, 70);
    const gate = agent.pick([
      'npm run lint',
      'make verify',
      'npx eslint test',
      'pre-commit run -a',
    ]);
    const refusal = agent.pick([
      `${file}:${line}:1  error  Tests must not be skipped  no-disabled-tests\n\n1 problem`,
      `no-skipped-tests.........................................Failed\n- hook id: no-skipped-tests\n- exit code: 1\n\n${file}: ${test} is skipped`,
    ]);
    agent.prompt('Both the tests and the checks have to be green before you finish.');
    agent.warmUp(2, 7);
    agent.loopBegins();
    agent.times(8, 12, () => {
      const form = agent.pick(skipped);
      agent.edit(path, head, form);
      if (agent.random.chance(0.6)) {
        agent.shell(testCommand(runner, file), testReport(agent, runner, { passed, failures: [] }));
      }
      agent.shell(gate, { text: refusal, exit: 1 });
      agent.edit(path, form, head);
      agent.shell(
        testCommand(runner, file),
        testReport(agent, runner, { passed, failures: [failure] }),
        { saying: agent.pick(['', 'Enabling it again.', 'The check wants it enabled.']) },
      );
    });
  },
};
