import type { Family } from '../family.ts';

export const migrationsInOrder: Family = {
  name: 'h_migrations_in_order',
  what: 'runs one migration after the other',
  batch: 2,
  play(agent) {
    agent.prompt('Run the outstanding migrations one at a time and check the database after each.');
    const first = agent.between(10, 80);
    for (let index = 0; index < agent.between(14, 30); index += 1) {
      const name = `${String(first + index).padStart(4, '0')}_${agent.words.verb()}_${agent.words.noun()}`;
      agent.shell(`./manage.py migrate app ${name}`, `Applying app.${name}... OK`);
      agent.shell('./manage.py check', 'System check identified no issues (0 silenced).');
    }
    agent.answer('The database is up to date.');
  },
};
