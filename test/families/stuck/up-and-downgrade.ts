import type { Family } from '../family.ts';

export const upAndDowngrade: Family = {
  name: 's_up_and_downgrade',
  what: 'applies a migration that fails, takes it back, and applies it again',
  batch: 8,
  limit: 14,
  play(agent) {
    const [up, down] = agent.pick([
      ['alembic upgrade head', 'alembic downgrade -1'],
      ['npx knex migrate:latest', 'npx knex migrate:rollback'],
      ['rails db:migrate', 'rails db:rollback'],
    ] as const);
    const column = agent.words.noun();
    agent.prompt('Bring the database up to date.');
    agent.warmUp(1, 4);
    agent.loopBegins();
    agent.times(8, 14, () => {
      agent.shell(up, {
        text: `Running upgrade ${agent.words.hex(12)} -> ${agent.words.hex(12)}\nsqlalchemy.exc.ProgrammingError: column "${column}" of relation already exists`,
        exit: 1,
      });
      agent.shell(down, agent.pick(['Running downgrade', 'Rolled back 1 migration', '']));
      if (agent.random.chance(0.4)) agent.shell('git status --short', '');
    });
  },
};
