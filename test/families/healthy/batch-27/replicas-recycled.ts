/**
 * The pods of a database are started anew one by one; each is waited for before the next.
 */
import type { Family } from '../../family.ts';

export const replicasRecycled: Family = {
  name: 'h_replicas_recycled',
  what: 'deletes one replica after the other and asks until it is ready; the answers are the same for each',
  batch: 27,

  play(agent) {
    const { words } = agent;
    const set = `${words.noun()}-db`;
    const replicas = agent.between(5, 9);
    agent.prompt(
      `Restart all ${replicas} replicas of ${set}, one at a time, each only when the one before is ready.`,
    );
    for (let at = replicas - 1; at >= 0; at -= 1) {
      agent.shell(`kubectl delete pod ${set}-${at}`, `pod "${set}-${at}" deleted`);
      agent.times(1, 5, () => {
        agent.shell(
          `sleep 15; kubectl get pod ${set}-${at} --no-headers`,
          `${set}-${at}   0/1   ${agent.pick(['ContainerCreating', 'Running'])}   0   ${agent.between(3, 90)}s`,
          { tookMs: 15_300 },
        );
      });
      agent.shell(
        `sleep 15; kubectl get pod ${set}-${at} --no-headers`,
        `${set}-${at}   1/1   Running   0   ${agent.between(91, 140)}s`,
        { tookMs: 15_300 },
      );
      if (agent.random.chance(0.5))
        agent.shell(
          `kubectl exec ${set}-0 -- psql -Atc "select count(*) from pg_stat_replication"`,
          String(replicas - 1),
        );
    }
    agent.answer('All replicas were restarted.');
  },
};
