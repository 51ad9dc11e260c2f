/**
 * A ticket is moved on, and a rule of the board moves it back each time.
 */
import type { Family } from '../../family.ts';

export const movedBack: Family = {
  name: 's_moved_back',
  what: 'moves a ticket to review, finds it back in progress, and moves it again',
  batch: 27,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const key = `${words.project().toUpperCase()}-${agent.between(10, 900)}`;
    agent.prompt(`Move ${key} to "In Review". The work is done.`);
    agent.loopBegins();
    agent.times(9, 14, () => {
      agent.call(
        'jira_transition',
        {
          issue: key,
          to: agent.pick(['In Review', 'In Review', 'Review']),
          comment: agent.pick(['', 'Ready for review.', 'Moving to review.']),
        },
        { ok: true },
      );
      agent.call(
        'jira_get_issue',
        { issue: key },
        {
          key,
          status: 'In Progress',
          summary: 'Totals are rounded twice',
          updated: agent.clock(),
          updated_by: 'automation',
        },
      );
      if (agent.random.chance(0.25))
        agent.call(
          'jira_get_transitions',
          { issue: key },
          { transitions: ['To Do', 'In Review', 'Done'] },
        );
    });
  },
};
