/**
 * Batches that answer with counts: rows updated, files copied, tests passed. Some counts look like a status of HTTP.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

const SCENES: readonly ((agent: ScriptedAgent, index: number) => void)[] = [
  (agent, index) =>
    agent.call(
      'run_sql',
      {
        sql: `update orders set region = 'eu' where id between ${index * 500} and ${index * 500 + 499}`,
      },
      `${agent.pick([400, 404, 429, 455, 500, 500, 500, 503])} rows updated`,
    ),
  (agent, index) =>
    agent.shell(
      `./bin/migrate --batch ${index + 1}`,
      `${agent.pick([403, 451, 500, 500, 502])} records migrated, 0 errors`,
    ),
  (agent) =>
    agent.shell(`npm test -- ${agent.words.file()}`, `${agent.between(400, 520)} passed, 0 failed`),
  (agent, index) =>
    agent.call(
      'import_page',
      { page: index + 1, size: 500 },
      { imported: 500, failed: 0, next: index + 2 },
    ),
];

export const manyRowsChanged: Family = {
  name: 'h_many_rows_changed',
  what: 'works through batches whose answers are counts',
  batch: 13,
  play(agent) {
    agent.prompt('Migrate everything in batches and verify it.');
    agent.warmUp(0, 4);
    const batch = agent.pick(SCENES);
    agent.times(18, 40, (index) => batch(agent, index));
    agent.answer('Everything is migrated.');
  },
};
