import type { Family } from '../family.ts';

export const oneProblemAtATime: Family = {
  name: 'h_one_problem_at_a_time',
  what: 'a checker names one problem at a time; each is mended, and the next one appears',
  batch: 7,
  play(agent) {
    agent.prompt('Make the type checker happy.');
    agent.warmUp(1, 2);
    const command = agent.pick([
      'mypy . 2>&1 | head -2',
      'npx eslint --max-warnings 0 . | tail -3',
      'terraform validate',
      'make check',
    ]);
    agent.times(10, 20, () => {
      const file = agent.words.file();
      agent.shell(command, {
        text: `${file}:${agent.between(1, 400)}: error: ${agent.words.noun()} has no attribute "${agent.words.noun()}"\nFound 1 error (errors prevented further checking)`,
        exit: 1,
      });
      if (agent.random.chance(0.5))
        agent.read(`${agent.words.root}/${file}`, agent.words.codeLines(5, 15));
      agent.edit(
        `${agent.words.root}/${file}`,
        agent.words.codeLines(1, 1),
        agent.words.codeLines(1, 2),
      );
    });
    agent.shell(command, 'Success: no issues found');
    agent.answer('Done.');
  },
};
