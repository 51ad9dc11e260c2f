import type { Family } from '../family.ts';

export const commentReplies: Family = {
  name: 'h_comment_replies',
  what: 'answers one review comment after the other in like words',
  batch: 6,
  play(agent) {
    const ids = Array.from({ length: agent.between(10, 20) }, () => agent.between(10_000, 99_999));
    agent.prompt('Answer the review comments.');
    agent.call(
      'list_comments',
      { pr: 7 },
      ids.map((id) => ({ id, body: agent.words.sentence() })),
    );
    for (const id of ids) {
      if (agent.random.chance(0.5))
        agent.edit(agent.words.path(), agent.words.codeLines(1, 2), agent.words.codeLines(1, 2));
      agent.call(
        'reply_to_comment',
        {
          id,
          body: agent.pick(['Done.', 'Fixed, thanks.', 'Good point, changed.', 'Done, thank you.']),
        },
        { id: agent.between(100_000, 999_999), state: 'posted' },
      );
    }
    agent.answer('All answered.');
  },
};
