/**
 * A text is scored by a tool that is never content; it is written anew each time, and the score goes to and fro.
 */
import type { Family } from '../../family.ts';

export const judgeNotContent: Family = {
  name: 's_judge_not_content',
  what: 'writes a slogan anew after each score; the score goes to and fro below the limit and the advice is the same',
  batch: 27,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const product = words.project();
    agent.prompt(`Write a slogan for ${product} that gets at least 9 of 10 from score_text.`);
    agent.loopBegins();
    agent.times(16, 28, () => {
      const text = agent.pick([
        `${product}: ${words.verb()} your ${words.noun()}.`,
        `Because every ${words.noun()} counts. ${product}.`,
        `${words.verb()} more. Worry less. ${product}.`,
        `The ${words.noun()} you can ${words.verb()}. ${product}.`,
      ]);
      agent.call(
        'score_text',
        { text },
        {
          score: agent.pick([5, 6, 6, 7]),
          advice: agent.pick([
            'Make it more memorable.',
            'Be more specific.',
            'Make it more memorable.',
          ]),
        },
        {
          saying: agent.pick(['', 'Another try.', 'Let me make it catchier.']),
        },
      );
    });
  },
};
