/**
 * A snapshot takes hours; the program that waits for it gives up every half hour and is started again.
 */
import type { Family } from '../../family.ts';

export const waiterTimesOut: Family = {
  name: 'h_waiter_times_out',
  what: 'waits for a large snapshot with a command that gives up each time, and looks how far it is in between',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const id = `${words.noun()}-before-upgrade`;
    const hours = agent.between(6, 12);
    let percent = agent.between(0, 4);
    agent.prompt(
      'Take a snapshot of the production database and tell me when it is there. It is large.',
    );
    agent.shell(
      `aws rds create-db-snapshot --db-instance-identifier ${words.noun()} --db-snapshot-identifier ${id} --query DBSnapshot.Status --output text`,
      'creating',
    );
    for (let half = 0; half < hours * 2 && percent < 100; half += 1) {
      agent.shell(
        `aws rds wait db-snapshot-available --db-snapshot-identifier ${id}`,
        {
          text: 'Waiter DBSnapshotAvailable failed: Max attempts exceeded',
          exit: 255,
          seconds: 1800,
        },
        { tookMs: 1_800_000 },
      );
      percent = Math.min(100, percent + agent.pick([0, 3, 5, 9, 14]));
      agent.shell(
        `aws rds describe-db-snapshots --db-snapshot-identifier ${id} --query 'DBSnapshots[0].PercentProgress' --output text`,
        String(percent),
      );
    }
    agent.shell(`aws rds wait db-snapshot-available --db-snapshot-identifier ${id}`, '', {
      tookMs: agent.between(60_000, 900_000),
    });
    agent.answer('The snapshot is there.');
  },
};
