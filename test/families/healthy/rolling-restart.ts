import type { Family } from '../family.ts';

export const rollingRestart: Family = {
  name: 'h_rolling_restart',
  what: 'restarts one node after the other and waits until the cluster is green again, which it is not and is in turn',
  batch: 11,
  play(agent) {
    const cluster = `${agent.words.project()}-search`;
    const nodes = agent.between(10, 17);
    agent.prompt(
      `Restart all ${nodes} nodes of ${cluster}, one at a time, each only when it is green.`,
    );
    const health = (status: string, present: number, unassigned: number) =>
      agent.call(
        'es_cluster_health',
        { cluster },
        {
          cluster_name: cluster,
          status,
          number_of_nodes: present,
          unassigned_shards: unassigned,
          active_shards_percent: unassigned === 0 ? 100 : 100 - Math.ceil(unassigned / 9),
        },
        { saying: agent.pick(['', 'Waiting for green.', 'Looking at the cluster.']) },
      );
    const setting = (value: string) =>
      agent.call(
        'es_put_setting',
        { cluster, key: 'cluster.routing.allocation.enable', value },
        { acknowledged: true },
      );
    const shards = agent.between(30, 120);
    health('green', nodes, 0);
    for (let node = 0; node < nodes; node += 1) {
      setting('primaries');
      agent.call(
        'node_restart',
        { host: `${cluster}-${node}.internal`, graceful: true },
        { accepted: true, task: agent.words.hex(8) },
      );
      agent.rest(agent.between(10_000, 40_000));
      health('yellow', nodes - 1, shards);
      agent.times(0, 2, () => {
        agent.rest(agent.between(10_000, 30_000));
        health('yellow', nodes - 1, shards);
      });
      setting('all');
      agent.rest(agent.between(10_000, 30_000));
      health('yellow', nodes, Math.floor(shards / 2));
      agent.rest(agent.between(10_000, 30_000));
      health('green', nodes, 0);
    }
    agent.answer(`All ${nodes} nodes are restarted and the cluster is green.`);
  },
};
