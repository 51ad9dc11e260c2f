import type { Family } from '../family.ts';

export const translatedKeys: Family = {
  name: 'h_translated_keys',
  what: 'sets one key of a translation file after the other; no command prints anything',
  batch: 8,
  play(agent) {
    agent.prompt('Translate the missing keys to French.');
    agent.shell(
      'node missing-keys.js fr',
      Array.from({ length: 12 }, () => `${agent.words.noun()}.${agent.words.noun()}`).join('\n'),
    );
    agent.times(16, 34, () => {
      const key = `${agent.words.noun()}.${agent.words.noun()}`;
      agent.shell(
        `jq '.${key} = "le ${agent.words.noun()} est ${agent.words.verb()}é"' fr.json > t && mv t fr.json`,
        '',
      );
      if (agent.random.chance(0.15))
        agent.shell('node missing-keys.js fr | wc -l', String(agent.between(1, 40)));
    });
    agent.answer('Fini.');
  },
};
