/**
 * Words are looked up one by one in two dictionaries; some are in none, and each gets a line in a file.
 */
import type { Family } from '../../family.ts';

export const glossaryBuilt: Family = {
  name: 'h_glossary_built',
  what: 'looks each word of a list up in one dictionary and, where it is missing, in another, and adds a line to a file',
  batch: 27,

  play(agent) {
    const { words } = agent;
    const list = [...new Set(Array.from({ length: agent.between(16, 30) }, () => words.noun()))];
    agent.prompt(`Build a glossary of these words in glossary.md: ${list.join(', ')}`);
    for (const word of list) {
      const isFirst = agent.random.chance(0.5);
      agent.call(
        'dictionary_lookup',
        { dictionary: 'technical', word },
        isFirst ? { word, meaning: words.sentence() } : { error: 'not_found' },
      );
      let meaning = 'no entry';
      if (!isFirst && agent.random.chance(0.6)) {
        meaning = words.sentence();
        agent.call('dictionary_lookup', { dictionary: 'general', word }, { word, meaning });
      } else if (!isFirst)
        agent.call('dictionary_lookup', { dictionary: 'general', word }, { error: 'not_found' });
      agent.call(
        'append_line',
        { path: 'glossary.md', line: `- ${word}: ${meaning}` },
        { ok: true },
      );
    }
    agent.answer('The glossary is there.');
  },
};
