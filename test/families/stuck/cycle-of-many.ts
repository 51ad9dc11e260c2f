/**
 * A round of seven to eleven different looks, over and over: files, lists, queries, all as they were, with noise in some.
 */
import type { Family } from '../family.ts';

export const cycleOfMany: Family = {
  name: 's_cycle_of_many',
  what: 'goes round and round through seven to eleven looks of which none has changed',
  batch: 13,
  limit: 40,
  play(agent) {
    const { words } = agent;
    agent.prompt(`Customers lose their ${words.noun()}. Find the cause.`);
    agent.warmUp(0, 4);
    const files = Array.from({ length: 4 }, () => [words.path(), words.codeLines(8, 30)] as const);
    const table = `${words.noun()}_${words.noun()}`;
    const rows = words.codeLines(2, 4);
    const listed = words.codeLines(3, 6);
    const log = words.sentence();
    const looks: (() => void)[] = [
      ...files.map(
        ([path, text]) =>
          () =>
            agent.read(path, text),
      ),
      () => agent.shell(`git log --oneline -5 -- ${files[0]?.[0] ?? ''}`, listed),
      () =>
        agent.call(
          'query_db',
          { sql: `select * from ${table} limit 3` },
          { rows, took: agent.between(10, 999) / 10 },
        ),
      () =>
        agent.shell(
          `tail -n 1 /var/log/${table}.log`,
          `${agent.clock()} pid=${agent.between(100, 9999)} ${log}`,
        ),
      () => agent.shell(`ls -la ${words.root}/src`, listed),
      () => agent.shell(`grep -n "${table}" -r src`, rows),
      () =>
        agent.call(
          'get_metrics',
          { name: table, window: '1h' },
          { name: table, p95_ms: 41, errors: 0, request_id: words.uuid() },
        ),
      () => agent.shell('git status --short', ''),
    ];
    const round = looks.slice(0, agent.between(7, 11));
    agent.loopBegins();
    agent.times(7, 10, () => {
      for (const look of round) look();
    });
  },
};
