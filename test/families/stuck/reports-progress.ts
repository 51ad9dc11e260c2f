import type { Family } from '../family.ts';

/** The percentage is all that moves. */
export const reportsProgress: Family = {
  name: 's_reports_progress',
  what: 'reports ever higher percentages and does nothing else',
  batch: 8,
  limit: 16,
  play(agent) {
    agent.prompt('Write the migration guide.');
    agent.warmUp(0, 3);
    let percent = agent.between(1, 10);
    const tool = agent.pick(['report_progress', 'update_status', 'set_progress']);
    agent.loopBegins();
    agent.times(20, 32, () => {
      percent = Math.min(99, percent + agent.between(0, 4));
      agent.call(
        tool,
        {
          percent,
          message: agent.pick([
            'Working on the guide',
            'Writing the guide',
            'Still working on the migration guide',
            'Preparing the sections',
            'Making good progress',
          ]),
        },
        agent.pick(['Progress updated.', '{"ok":true}']),
      );
    });
  },
};
