/**
 * A person who says "continue" or "yes" after every piece of work, and gets the next one.
 */
import type { Family } from '../family.ts';

export const goOn: Family = {
  name: 'h_go_on',
  what: 'does the next piece of work whenever a person says to go on',
  batch: 14,
  play(agent) {
    const { words } = agent;
    agent.prompt('Port the modules one by one and let me look after each.');
    agent.times(10, 18, () => {
      const path = words.path();
      agent.read(path, words.codeLines(5, 20));
      agent.edit(path, words.code(), words.code());
      agent.shell('npm test', `Tests ${agent.between(100, 140)} passed`);
      agent.answer(
        agent.pick([
          `${path.split('/').at(-1) ?? ''} is ported. Shall I go on?`,
          'Done. Next one?',
        ]),
      );
      agent.rest(agent.between(2000, 90_000));
      agent.prompt(agent.pick(['continue', 'yes', 'ok, next', 'go on', 'continue']));
    });
    agent.answer('That was the last module.');
  },
};
