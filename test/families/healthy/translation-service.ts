import type { Family } from '../family.ts';

export const translationService: Family = {
  name: 'h_translation_service',
  what: 'sends sentence after sentence to a translation service',
  batch: 5,
  play(agent) {
    agent.prompt('Translate these lines.');
    agent.times(18, 40, () => {
      agent.call(
        'translate',
        { text: agent.words.sentence(), to: 'fr' },
        { text: agent.words.sentence(), detected: 'en', confidence: 0.99 },
      );
    });
    agent.answer('Translated.');
  },
};
