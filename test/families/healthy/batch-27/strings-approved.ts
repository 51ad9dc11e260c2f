/**
 * Strings of a translation are looked at one by one and approved or sent back.
 */
import type { Family } from '../../family.ts';

export const stringsApproved: Family = {
  name: 'h_strings_approved',
  what: 'takes the next string of a review queue and approves it or sends it back; the queue falls by one each time',
  batch: 27,

  play(agent) {
    const { words } = agent;
    let left = agent.between(18, 36);
    agent.prompt('Review the German strings in the queue until it is empty.');
    while (left > 0) {
      const id = agent.between(10_000, 99_999);
      agent.call(
        'review_next',
        { language: 'de' },
        { id, source: words.sentence(), target: words.prose(1, 1), left },
      );
      if (agent.random.chance(0.8)) agent.call('review_approve', { id }, { ok: true });
      else
        agent.call(
          'review_reject',
          { id, reason: agent.pick(['wrong tone', 'not the glossary', 'a word is missing']) },
          { ok: true },
        );
      left -= 1;
    }
    agent.call('review_next', { language: 'de' }, { left: 0 });
    agent.answer('The queue is empty.');
  },
};
