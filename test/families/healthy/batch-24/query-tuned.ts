/**
 * A slow query is explained again after each change; sometimes a change makes nothing better and is taken back, and in the end it is fast.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const queryTuned: Family = {
  name: 'h_query_tuned',
  what: 'explains the same query after each change to it or to its indexes; the time falls in steps, with some that are no use',
  batch: 24,
  play(agent) {
    const { words } = agent;
    const file = `sql/${words.noun()}_${words.noun()}.sql`;
    const nodes = Array.from(
      { length: agent.between(6, 10) },
      () => `${words.noun()}_${words.noun()}`,
    );
    let ms = agent.between(40_000, 190_000);
    const explain = (node: string) => {
      const wobble = Math.floor(ms / 100);
      const cost = ms + agent.between(-wobble, wobble);
      agent.shell(
        `psql -f ${file} | tail -6`,
        `   ->  ${agent.pick(['Seq Scan', 'Hash Join', 'Nested Loop'])} on ${node} (actual time=${(cost * 0.0001).toFixed(3)}..${(cost * 0.8).toFixed(3)} rows=${agent.between(1000, 900_000)} loops=1)\n Planning Time: ${agent.between(1, 9)}.${agent.between(100, 999)} ms\n Execution Time: ${cost.toFixed(3)} ms`,
        { saying: musing(agent, 'query plan') },
      );
    };
    agent.prompt(`${file} takes minutes. Get it below a second.`);
    agent.read(`${words.root}/${file}`, `explain (analyze, buffers)\n${words.codeLines(6, 20)}`);
    for (const node of nodes) {
      explain(node);
      agent.times(0, 2, () => {
        const index = `${node}_${words.noun()}_idx`;
        agent.shell(`psql -c "create index ${index} on ${node} (${words.noun()})"`, 'CREATE INDEX');
        explain(node);
        agent.shell(`psql -c "drop index ${index}"`, 'DROP INDEX', {
          saying: 'No better; taking it back.',
        });
      });
      if (agent.random.chance(0.5))
        agent.edit(
          `${words.root}/${file}`,
          `  from ${node}`,
          `  from ${node} ${words.noun()}\n  ${words.code()}`,
        );
      else
        agent.shell(
          `psql -c "create index on ${node} (${words.noun()}, ${words.noun()})"`,
          'CREATE INDEX',
        );
      ms = Math.max(200, Math.floor((ms * agent.between(25, 70)) / 100));
    }
    ms = agent.between(120, 800);
    explain(nodes[0] ?? 'result');
    agent.answer(`The query takes ${ms} ms now.`);
  },
};
