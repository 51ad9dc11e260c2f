import type { Family } from '../family.ts';

const WHY = [
  'Check whether the schema is current',
  'See the state of the schema',
  'Verify schema status again',
  'Confirm the pending migration',
  'Look at the migration once more',
  'Double-check migrations',
  'Inspect migration state',
  'Find out what is pending',
];

/** The description, the time limit and the folder change; what runs is the same. */
export const rewordedCommand: Family = {
  name: 's_reworded_command',
  what: 'runs one command again and again under ever new descriptions',
  batch: 1,
  limit: 9,
  play(agent) {
    agent.prompt('Bring the database schema up to date and tell me when it is.');
    agent.warmUp(2, 8);
    const tool = agent.pick(['Bash', 'bash', 'execute_command', 'terminal']);
    const command = agent.pick([
      'npx prisma migrate status',
      'alembic current --verbose',
      'bin/rails db:migrate:status',
      'flyway info',
    ]);
    const pending = agent.words.noun();
    agent.loopBegins();
    agent.times(14, 24, () => {
      const shown = `Datasource "db": PostgreSQL database\n4 migrations found\nFollowing migration have not yet been applied:\n20260211_add_${pending}\nDone in ${agent.between(100, 900)}ms`;
      const place = agent.random.chance(0.4) ? `cd ${agent.words.root} && ` : '';
      agent.call(
        tool,
        {
          command: place + command,
          description: agent.pick(WHY),
          timeout: agent.between(10, 120) * 1000,
        },
        shown,
      );
    });
  },
};
