/**
 * What is changed goes to one cluster and what is looked at is another; each look says that nothing has changed.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Run = (command: string, text: string, about: string) => void;

interface Deployment {
  readonly app: string;
  readonly space: string;
  readonly old: string;
}

/** What the cluster of the users says: the old version, whatever was deployed elsewhere. */
function looksAtProduction(
  agent: ScriptedAgent,
  run: Run,
  { app, space, old }: Deployment,
): readonly (() => void)[] {
  const { words } = agent;
  const set = `${app}-${words.hex(9)}`;
  const pods = Array.from({ length: 3 }, () => `${set}-${words.opaque(5).toLowerCase()}`);
  return [
    () =>
      run(
        `kubectl --context prod get pods -n ${space} -l app=${app} -o wide`,
        pods
          .map(
            (pod) =>
              `${pod}  1/1  Running  0  ${agent.between(40, 60)}d  10.8.${agent.between(0, 3)}.${agent.between(2, 250)}`,
          )
          .join('\n'),
        'pods',
      ),
    () =>
      run(
        `curl -s https://${app}.${space}.example/version`,
        JSON.stringify({
          version: old,
          uptime_s: agent.between(4_000_000, 4_400_000),
          node: pods[agent.between(0, 2)],
        }),
        'version',
      ),
    () =>
      run(
        `kubectl --context prod get deploy ${app} -n ${space} -o jsonpath='{.spec.template.spec.containers[0].image}'`,
        `acme/${app}:${old}`,
        'image tag',
      ),
    () =>
      run(
        `kubectl --context prod describe deploy ${app} -n ${space} | tail -8`,
        `Conditions:\n  Available  True  MinimumReplicasAvailable\nNewReplicaSet:  ${set} (3/3 replicas created)\nEvents:  <none>`,
        'events',
      ),
  ];
}

export const wrongCluster: Family = {
  name: 's_wrong_cluster',
  what: 'deploys to one cluster, looks at another, and wonders for many rounds why nothing changes',
  batch: 16,
  limit: 26,
  play(agent) {
    const { words, manner } = agent;
    const [app, space] = [`${words.noun()}-${words.noun()}`, words.project()];
    const [old, wanted] = [`2.${agent.between(3, 20)}.0`, `2.${agent.between(21, 40)}.1`];
    const values = `${words.root}/deploy/${app}/values.yaml`;
    let revision = agent.between(20, 90);
    const run = (command: string, text: string, about: string) =>
      agent.shell(command, text, {
        saying: musing(agent, about),
        tookMs: agent.between(500, 20_000),
      });
    const deploy = [
      () => {
        revision += 1;
        run(
          `helm upgrade ${app} ./deploy/${app} -n ${space} --reuse-values --set image.tag=${wanted}`,
          `Release "${app}" has been upgraded. Happy Helming!\nNAME: ${app}\nLAST DEPLOYED: ${agent.clock()}\nNAMESPACE: ${space}\nSTATUS: deployed\nREVISION: ${revision}`,
          'release',
        );
      },
      () =>
        run(
          `kubectl set image deploy/${app} app=acme/${app}:${wanted} -n ${space}`,
          `deployment.apps/${app} image updated`,
          'image',
        ),
      () =>
        run(
          `kubectl rollout restart deploy/${app} -n ${space}`,
          `deployment.apps/${app} restarted`,
          'rollout',
        ),
      () =>
        run(
          `kubectl apply -k deploy/${app}/overlays/${agent.pick(['prod', 'live', 'eu'])}`,
          `deployment.apps/${app} configured\nservice/${app} unchanged`,
          'overlay',
        ),
    ];
    const look = looksAtProduction(agent, run, { app, space, old });
    agent.prompt(`Bring ${app} ${wanted} to production and make sure that it serves.`);
    agent.warmUp(4, 10);
    agent.loopBegins();
    agent.times(8, 11, () => {
      if (agent.random.chance(0.5))
        agent.together(
          [
            editExchange(
              manner,
              values,
              `tag: ${agent.pick([old, wanted, 'latest'])}`,
              `tag: "${wanted}" # ${words.noun()}`,
            ),
          ],
          { saying: musing(agent, 'values') },
        );
      for (const act of agent.shuffled(deploy).slice(0, agent.between(1, 2))) act();
      if (agent.random.chance(0.4)) agent.shell('sleep 30', '', { tookMs: 30_000 });
      for (const act of agent.shuffled(look).slice(0, agent.between(2, 3))) act();
    });
  },
};
