import type { Family } from '../family.ts';

export const clusterRepair: Family = {
  name: 'h_cluster_repair',
  what: 'looks into a broken deployment from several sides, mends it, and waits until it is up',
  batch: 3,
  play(agent) {
    const app = `${agent.words.project()}-${agent.words.noun()}`;
    agent.prompt(`${app} does not start. Find out why and fix it.`);
    const pods = (state: string, restarts: number) =>
      `NAME   READY   STATUS   RESTARTS   AGE\n${app}-7d9f-abcde   0/1   ${state}   ${restarts}   ${agent.between(2, 50)}m`;
    agent.times(2, 3, (round) => {
      agent.shell(`kubectl get pods -l app=${app}`, pods('CrashLoopBackOff', 4 + round));
      agent.shell(
        `kubectl logs deploy/${app} --tail=20`,
        agent.words.prose(3, 6).replaceAll('. ', '.\n'),
      );
      agent.shell(
        `kubectl describe deploy ${app}`,
        agent.words.prose(6, 10).replaceAll('. ', '.\n'),
      );
      agent.edit(
        `${agent.words.root}/k8s/${app}.yaml`,
        agent.words.codeLines(1, 2),
        agent.words.codeLines(1, 2),
      );
      agent.shell(`kubectl apply -f k8s/${app}.yaml`, `deployment.apps/${app} configured`);
      agent.times(2, 4, () => {
        const pause = agent.pick([10, 15, 20]);
        agent.shell(
          `sleep ${pause}; kubectl get pods -l app=${app}`,
          pods(agent.pick(['ContainerCreating', 'CrashLoopBackOff', 'Running']), 4 + round),
          { tookMs: pause * 1000 },
        );
      });
    });
    agent.shell(
      `kubectl rollout status deploy/${app}`,
      `deployment "${app}" successfully rolled out`,
    );
    agent.answer('It is up.');
  },
};
