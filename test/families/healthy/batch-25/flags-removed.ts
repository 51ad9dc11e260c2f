/**
 * Old feature flags are taken out one by one; the tests pass each time and each commit says little.
 */
import type { Family } from '../../family.ts';

export const flagsRemoved: Family = {
  name: 'h_flags_removed',
  what: 'takes out one feature flag after the other: looks where it is used, edits, runs the tests, commits',
  batch: 25,
  play(agent) {
    const { words } = agent;
    const flags = [
      ...new Set(Array.from({ length: agent.between(8, 16) }, () => `enable_${words.symbol()}`)),
    ];
    const total = agent.between(120, 900);
    agent.prompt('These flags are on for everybody. Remove them from the code, one commit each.');
    agent.shell("jq -r 'keys[]' config/flags.json", flags.join('\n'));
    for (const flag of flags) {
      const path = words.path();
      const line = agent.between(10, 300);
      agent.shell(
        `rg -n ${flag}`,
        `${path}:${line}:  if (flags.${flag}) {\nconfig/flags.json:${agent.between(2, 40)}:  "${flag}": true,`,
      );
      agent.edit(path, `if (flags.${flag}) {\n${words.codeLines(1, 2)}\n}`, words.codeLines(1, 2));
      agent.edit('config/flags.json', `  "${flag}": true,\n`, '');
      agent.shell('npm test --silent', { text: `Tests  ${total} passed (${total})`, exit: 0 });
      agent.shell(`git commit -qam "Remove ${flag}"`, '');
    }
    agent.answer('The flags are gone.');
  },
};
