/**
 * Names are thought up and asked for; nearly all are taken, and the free ones go on a list.
 */
import type { Family } from '../../family.ts';

export const freeNames: Family = {
  name: 'h_free_names',
  what: 'thinks up names for a product and asks whether the address is free; most are taken, and the free ones are written down',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const wanted = agent.between(4, 6);
    const free: string[] = [];
    agent.prompt(
      `I need ${wanted} free .com names for an app about keeping a ${words.noun()}. Short ones.`,
    );
    while (free.length < wanted) {
      const name = `${agent.pick([words.noun(), words.verb()])}${agent.pick([words.noun(), 'ly', 'hub', 'kit', 'nest', 'mate'])}.com`;
      const isFree = agent.random.chance(0.2);
      agent.call('check_domain', { domain: name }, { domain: name, available: isFree });
      if (isFree) {
        free.push(name);
        agent.write(`${words.root}/names.md`, free.map((one) => `- ${one}`).join('\n'));
      }
    }
    agent.answer(`These are free: ${free.join(', ')}.`);
  },
};
