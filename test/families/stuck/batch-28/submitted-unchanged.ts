/**
 * A change is handed in for review again and again; the reviewer wants tests, which are never written.
 */
import type { Family } from '../../family.ts';

export const submittedUnchanged: Family = {
  name: 's_submitted_unchanged',
  what: 'hands in the same change again with other words about it; the answer asks for the tests that are missing',
  batch: 28,
  limit: 10,
  play(agent) {
    const { words } = agent;
    const comment = `Changes requested: ${words.file()} has no tests. Please add tests before handing it in again.`;
    agent.prompt('Get the change through review.');
    agent.warmUp(2, 6);
    agent.loopBegins();
    agent.times(12, 22, (round) => {
      agent.call(
        'submit_for_review',
        {
          branch: 'fix-totals',
          message: agent.pick([
            'Ready for review.',
            'Addressed the comments.',
            'All done, please look again.',
            'Updated as you asked.',
            `Round ${round + 2}: please review.`,
          ]),
        },
        { review: `rv_${words.opaque(8)}`, verdict: 'changes_requested', comment },
        {
          saying: agent.pick(['', 'Submitting again.', 'The comments are addressed.']),
        },
      );
      if (agent.random.chance(0.3))
        agent.shell(
          'git diff --stat main',
          ` ${words.noun()}.ts | 12 ++++----\n 1 file changed, 6 insertions(+), 6 deletions(-)`,
        );
    });
  },
};
