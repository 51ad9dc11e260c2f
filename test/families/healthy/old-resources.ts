import type { Family } from '../family.ts';

export const oldResources: Family = {
  name: 'h_old_resources',
  what: 'deletes one old resource after the other and looks at what is left now and then',
  batch: 8,
  play(agent) {
    agent.prompt('Delete the snapshots that are older than a year.');
    const all = Array.from({ length: agent.between(16, 34) }, () => `snap-${agent.words.hex(8)}`);
    agent.shell('cloud snapshots list --older 365d', all.join('\n'));
    for (const [index, id] of all.entries()) {
      agent.shell(
        `cloud snapshots delete ${id} --yes`,
        agent.random.chance(0.1)
          ? { text: `Error: snapshot ${id} is in use`, exit: 1 }
          : 'Deleted.',
      );
      if (index % 8 === 7)
        agent.shell('cloud snapshots list --older 365d', all.slice(index + 1).join('\n'));
    }
    agent.answer('Deleted.');
  },
};
