/**
 * The database has drifted from the history of its migrations; the agent pulls, generates and migrates in turn.
 */
import type { Family } from '../../family.ts';

export const schemaDrift: Family = {
  name: 's_schema_drift',
  what: 'migrates a database whose history does not fit, pulls its schema, generates the client and migrates again',
  batch: 26,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const table = words.noun();
    const drift = `Drift detected: Your database schema is not in sync with your migration history.\n\n[*] Changed the \`${table}\` table\n  [*] Altered column \`${words.noun()}\` (type changed)\n\nWe need to reset the "public" schema at "localhost:5432"\nYou may use prisma migrate reset to drop the development database.`;
    agent.prompt(
      `Add a column to the model ${table} and migrate. Do not reset the database, I need the data.`,
    );
    agent.warmUp(0, 4);
    agent.edit(
      `${words.root}/prisma/schema.prisma`,
      `model ${table} {`,
      `model ${table} {\n  ${words.noun()} String?`,
    );
    agent.loopBegins();
    agent.times(9, 14, (round) => {
      agent.shell(
        `npx prisma migrate dev --name ${agent.pick(['add_column', 'add-column', `add_${words.noun()}`])}`,
        { text: drift, exit: 1 },
      );
      if (agent.random.chance(0.7))
        agent.shell(
          'npx prisma db pull',
          `✔ Introspected ${agent.pick([12, 12, 12])} models and wrote them into prisma/schema.prisma in ${agent.between(80, 400)}ms`,
        );
      if (agent.random.chance(0.7))
        agent.shell(
          'npx prisma generate',
          `✔ Generated Prisma Client (v6.19.0) to ./node_modules/@prisma/client in ${agent.between(80, 400)}ms`,
        );
      if (round % 3 === 2)
        agent.shell('npx prisma migrate status', {
          text: `Your local migration history and the migrations table from your database are different:\n\nThe last common migration is: 2026${agent.pick(['0801'])}_init`,
          exit: 1,
        });
    });
  },
};
