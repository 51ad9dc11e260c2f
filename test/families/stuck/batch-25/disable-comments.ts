/**
 * A comment that switches a rule off is added for one linter and taken out for the other.
 */
import type { Family } from '../../family.ts';

export const disableComments: Family = {
  name: 's_disable_comments',
  what: 'adds a comment for one check and takes it out for another, and runs both each time',
  batch: 25,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const path = words.path();
    const line = agent.between(12, 240);
    const comment = '// eslint-disable-next-line no-await-in-loop';
    const code = words.code();
    agent.prompt('Make the lint step pass.');
    agent.warmUp(1, 4);
    agent.loopBegins();
    agent.times(8, 13, () => {
      agent.edit(path, code, `${comment}\n${code}`);
      agent.shell('npm run lint', {
        text: `${path}\n  ${line}:1  error  Unused eslint-disable directive  (reportUnusedDisableDirectives)\n\n✖ 1 problem (1 error, 0 warnings)`,
        exit: 1,
      });
      agent.edit(path, `${comment}\n${code}`, code);
      agent.shell('npm run lint:strict', {
        text: `${path}\n  ${line}:9  error  Unexpected \`await\` inside a loop  no-await-in-loop\n\n✖ 1 problem (1 error, 0 warnings)`,
        exit: 1,
      });
    });
  },
};
