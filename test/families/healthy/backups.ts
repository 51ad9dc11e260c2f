import type { Family } from '../family.ts';

export const backups: Family = {
  name: 'h_backups',
  what: 'dumps, uploads and verifies one database after the other',
  batch: 5,
  play(agent) {
    const names = [
      ...new Set(
        Array.from(
          { length: agent.between(7, 14) },
          () => `${agent.words.noun()}_${agent.words.noun()}`,
        ),
      ),
    ];
    agent.prompt('Back up every database and verify each upload.');
    agent.shell('psql -Atc "SELECT datname FROM pg_database"', names.join('\n'));
    for (const name of names) {
      agent.shell(`pg_dump -Fc ${name} -f /backup/${name}.dump`, '', {
        tookMs: agent.between(4000, 60_000),
      });
      agent.shell(
        `aws s3 cp /backup/${name}.dump s3://backups/`,
        `upload: ../backup/${name}.dump to s3://backups/${name}.dump`,
      );
      agent.shell(
        `aws s3 ls s3://backups/${name}.dump`,
        `2026-11-16 05:${agent.between(10, 59)}:${agent.between(10, 59)} ${agent.between(100_000, 9_000_000)} ${name}.dump`,
      );
    }
    agent.answer('All are backed up.');
  },
};
