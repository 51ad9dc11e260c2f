import type { Family } from '../family.ts';

export const helpTexts: Family = {
  name: 'h_help_texts',
  what: 'reads the help of one subcommand after the other; the options shared by all fill most of it',
  batch: 3,
  play(agent) {
    agent.prompt('Write a cheat sheet for the command.');
    const shared = Array.from(
      { length: 10 },
      () => `  --${agent.words.noun()}-${agent.words.noun()}   ${agent.words.sentence()}`,
    ).join('\n');
    const name = agent.words.project();
    agent.times(12, 24, () => {
      const sub = `${agent.words.verb()}-${agent.words.noun()}`;
      agent.shell(
        `${name} ${sub} --help`,
        `Usage: ${name} ${sub} [options]\n${agent.words.sentence()}\n\nOptions:\n  --${agent.words.noun()}   ${agent.words.sentence()}\n${shared}`,
      );
    });
    agent.write(`${agent.words.root}/CHEATSHEET.md`, agent.words.prose(5, 10));
    agent.answer('Written.');
  },
};
