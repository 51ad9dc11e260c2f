/**
 * Surviving mutants of one file, killed by one new test after the other.
 */
import type { Family } from '../../family.ts';

const MUTATORS = [
  'ConditionalExpression',
  'EqualityOperator',
  'ArithmeticOperator',
  'StringLiteral',
  'BlockStatement',
  'LogicalOperator',
];

export const mutantsKilled: Family = {
  name: 'h_mutants_killed',
  what: 'adds test after test and runs the mutation tests of one file with the same command; the survivors become fewer',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const stem = `${words.noun()}-${words.noun()}`;
    const file = `src/${stem}.ts`;
    const total = agent.between(60, 180);
    const survivors = Array.from({ length: agent.between(9, 18) }, () => ({
      mutator: agent.pick(MUTATORS),
      line: agent.between(5, 240),
      before: words.code(),
      after: words.code(),
    }));
    const run = () => {
      const shown = survivors
        .slice(0, 3)
        .map(
          ({ mutator, line, before, after }) =>
            `[Survived] ${mutator}\n${file}:${line}:${agent.between(3, 30)}\n-  ${before}\n+  ${after}`,
        );
      const score = (((total - survivors.length) / total) * 100).toFixed(2);
      agent.shell(
        `npx stryker run --mutate ${file}`,
        {
          text: `${shown.join('\n\n')}\n\nAll files | ${score} | ${total - survivors.length} killed | ${survivors.length} survived\n${agent.clock().slice(11, 19)} INFO MutationTestExecutor Done in ${agent.between(21, 58)} seconds.`,
          exit: survivors.length === 0 ? 0 : 1,
        },
        { tookMs: agent.between(21_000, 58_000) },
      );
    };
    agent.prompt(`Bring the mutation score of ${file} to 100 %.`);
    agent.warmUp(1, 5);
    run();
    while (survivors.length > 0) {
      const [first] = survivors;
      if (agent.random.chance(0.3))
        agent.read(`${words.root}/${file}`, `${words.codeLines(4, 12)}\n${first?.before}`);
      agent.edit(
        `${words.root}/test/${stem}.test.ts`,
        words.codeLines(1, 2),
        words.codeLines(4, 9),
      );
      if (agent.random.chance(0.85))
        survivors.splice(0, Math.min(survivors.length, agent.pick([1, 1, 1, 2])));
      run();
    }
    agent.answer(`Every mutant of ${file} is killed now.`);
  },
};
