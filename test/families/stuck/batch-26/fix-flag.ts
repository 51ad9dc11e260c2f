/**
 * A linter that cannot mend its last finding is run with its fixing flag again and again.
 */
import type { Family } from '../../family.ts';

export const fixFlag: Family = {
  name: 's_fix_flag',
  what: 'runs a linter that mends by itself over and over; one finding stays, and no line is edited',
  batch: 26,
  limit: 8,
  play(agent) {
    const { words } = agent;
    const file = words.path();
    const line = agent.between(10, 300);
    agent.prompt('Make the linter pass.');
    agent.warmUp(1, 5);
    agent.loopBegins();
    agent.times(16, 28, () => {
      agent.shell(
        agent.pick([
          'npx eslint . --fix',
          'npx eslint src --fix',
          'npm run lint -- --fix',
          'npx eslint . --fix --max-warnings 0',
        ]),
        {
          text: `${file}\n  ${line}:7  error  Unexpected lexical declaration in case block  no-case-declarations\n\n✖ 1 problem (1 error, 0 warnings)`,
          exit: 1,
        },
        {
          saying: agent.pick([
            '',
            'Let me run the fixer again.',
            'One left. Let me fix it.',
            'Running the linter.',
          ]),
        },
      );
    });
  },
};
