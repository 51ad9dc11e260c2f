/**
 * Tests that pull in two directions: each pair is red in turn once or twice, and then both are green.
 */
import type { Family } from '../../family.ts';
import { runnerOf, testCommand, testReport } from '../../test-report.ts';

export const pairsSettled: Family = {
  name: 'h_pairs_settled',
  what: 'mends pairs of tests of which the one breaks when the other passes; after a turn or two both pass, then the next pair',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const runner = runnerOf(agent);
    const folder = `tests/${words.noun()}`;
    const pairs = Array.from({ length: agent.between(4, 7) }, () =>
      ['early', 'late'].map((side) => ({
        test: `${words.symbol()}_${side}`,
        at: `${folder}/${words.noun()}:${agent.between(10, 300)}`,
        message: `expected ${agent.between(1, 90)} to be ${agent.between(91, 190)}`,
      })),
    );
    let passed = agent.between(10, 40);
    let open = pairs.flat();
    const run = (failures: typeof open) =>
      agent.shell(testCommand(runner, folder), testReport(agent, runner, { passed, failures }));
    agent.prompt(`Make the tests in ${folder} pass.`);
    agent.warmUp(1, 5);
    run(open);
    for (const pair of pairs) {
      const path = words.path();
      const rest = open.filter((failure) => !pair.includes(failure));
      agent.read(path, words.codeLines(8, 20));
      agent.times(1, 3, (turn) => {
        agent.edit(path, words.codeLines(1, 2), words.codeLines(1, 4));
        const red = pair[turn % 2];
        run(red === undefined ? rest : [red, ...rest]);
      });
      agent.edit(path, words.codeLines(1, 3), words.codeLines(3, 7));
      open = rest;
      passed += 2;
      run(open);
    }
    agent.answer(`${folder} is green.`);
  },
};
