import type { Family } from '../family.ts';

export const tenantMigration: Family = {
  name: 'h_tenant_migration',
  what: 'runs the same migration for one tenant after the other; a few are locked at first and go through after a pause',
  batch: 11,
  play(agent) {
    const migration = `Add${agent.words.noun()}To${agent.words.noun()}s`;
    const stamp = `20261${agent.between(100, 115)}${agent.between(100_000, 235_959)}`;
    agent.prompt(
      `Run the migration ${migration} for every tenant, one by one. Some may be busy: wait, then try again.`,
    );
    const tenants = Array.from(
      { length: agent.between(40, 65) },
      (_, index) => `${agent.words.project()}-${agent.words.noun()}-${index + 1}`,
    );
    agent.shell('bin/rails tenants:list', tenants.join('\n'));
    for (const tenant of tenants) {
      const command = `TENANT=${tenant} bin/rails db:migrate`;
      if (agent.random.chance(0.12))
        agent.times(1, 3, (attempt) => {
          agent.shell(
            attempt === 0 ? command : `sleep ${10 * 2 ** attempt} && ${command}`,
            {
              text: `== ${stamp} ${migration}: migrating ==\nrails aborted!\nActiveRecord::LockWaitTimeout: PG::LockNotAvailable: ERROR: canceling statement due to lock timeout`,
              exit: 1,
            },
            {
              tookMs: attempt === 0 ? 5000 : 10_000 * 2 ** attempt,
              saying: agent.pick(['', 'Locked. I will wait a little and try again.']),
            },
          );
          if (attempt > 0) agent.rest(2000);
        });
      const seconds = `0.0${agent.between(101, 989)}`;
      agent.shell(
        command,
        `== ${stamp} ${migration}: migrating ==\n-- add_column(:entries, :kind, :string)\n   -> ${seconds}s\n== ${stamp} ${migration}: migrated (${seconds}s) ==`,
        { saying: agent.pick(['', '', 'Next tenant.']) },
      );
    }
    agent.answer(`The migration has run for all ${tenants.length} tenants.`);
  },
};
