import type { Family } from '../family.ts';

export const renameEverywhere: Family = {
  name: 'h_rename_everywhere',
  what: 'makes the same replacement in one file after the other; every acknowledgement is alike',
  batch: 7,
  play(agent) {
    const [old, fresh] = [agent.words.symbol(), agent.words.symbol()];
    agent.prompt(`Rename ${old} to ${fresh} everywhere.`);
    const paths = Array.from({ length: agent.between(18, 36) }, () => agent.words.path());
    agent.shell(`rg -l ${old}`, paths.join('\n'));
    for (const path of paths) {
      if (agent.random.chance(0.3))
        agent.shell(
          `rg -n ${old} ${path}`,
          `${agent.between(3, 200)}:  ${old}(${agent.words.noun()});`,
        );
      agent.edit(path, old, fresh);
    }
    agent.shell(`rg -l ${old}`, { text: '', exit: 1 });
    agent.shell('npm test', 'Tests: 214 passed');
    agent.answer('Renamed.');
  },
};
