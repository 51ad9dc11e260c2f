/**
 * A controller restores what the repository says within seconds; whatever is set by hand is gone at the next look.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

function waysToScale(
  agent: ScriptedAgent,
  app: string,
  space: string,
  many: number,
): readonly (() => readonly [command: string, text: string])[] {
  return [
    () => [
      `kubectl scale deploy/${app} -n ${space} --replicas=${many}`,
      `deployment.apps/${app} scaled`,
    ],
    () => [
      `kubectl patch deploy ${app} -n ${space} -p '{"spec":{"replicas":${many}}}'`,
      `deployment.apps/${app} patched`,
    ],
    () => [
      `kubectl -n ${space} get deploy ${app} -o yaml | sed 's/replicas: [0-9]*/replicas: ${many}/' | kubectl replace -f -`,
      `deployment.apps/${app} replaced`,
    ],
    () => [
      `kubectl annotate deploy/${app} -n ${space} ${agent.words.noun()}.acme.io/${agent.words.verb()}=true --overwrite`,
      `deployment.apps/${app} annotated`,
    ],
    () => [`kubectl rollout restart deploy/${app} -n ${space}`, `deployment.apps/${app} restarted`],
    () => [
      `kubectl apply --server-side --force-conflicts -n ${space} -f /tmp/${app}-${agent.between(1, 9)}.yaml`,
      `deployment.apps/${app} serverside-applied`,
    ],
  ];
}

export const reconciledAway: Family = {
  name: 's_reconciled_away',
  what: 'sets a number of replicas by ever other means while a controller sets it back',
  batch: 16,
  limit: 22,
  play(agent) {
    const { words } = agent;
    const [app, space] = [
      `${words.noun()}-${agent.pick(['worker', 'api', 'web'])}`,
      words.project(),
    ];
    const [few, many] = [agent.between(1, 3), agent.between(6, 20)];
    let generation = agent.between(100, 400);
    const run = (command: string, text: string, about: string) =>
      agent.shell(command, text, {
        saying: musing(agent, about),
        tookMs: (command.startsWith('sleep') ? 10_000 : 0) + agent.between(300, 4000),
      });
    const sets = waysToScale(agent, app, space, many);
    const looks = [
      () => {
        generation += 2;
        return [
          `kubectl get deploy ${app} -n ${space}`,
          `NAME  READY  UP-TO-DATE  AVAILABLE  AGE\n${app}  ${few}/${few}  ${few}  ${few}  ${agent.between(90, 95)}d`,
        ];
      },
      () => [
        `kubectl get deploy ${app} -n ${space} -o jsonpath='{.spec.replicas} {.metadata.generation}'`,
        `${few} ${(generation += 2)}`,
      ],
      () => [`kubectl get pods -n ${space} -l app=${app} --no-headers | wc -l`, String(few)],
      () => [
        `kubectl get events -n ${space} --sort-by=.lastTimestamp | tail -3`,
        `${agent.between(2, 50)}s  Normal  ScalingReplicaSet  deployment/${app}  Scaled up replica set ${app}-${words.hex(9)} from ${few} to ${many}\n${agent.between(1, 40)}s  Normal  ScalingReplicaSet  deployment/${app}  Scaled down replica set ${app}-${words.hex(9)} from ${many} to ${few}`,
      ],
    ] as const;
    agent.prompt(`${app} needs ${many} replicas for the campaign tonight. See to it.`);
    agent.warmUp(3, 6);
    agent.times(2, 4, () =>
      run(
        `kubectl get ${agent.pick(['ns', 'nodes', 'svc', 'quota'])} -n ${space}`,
        words.prose(1, 3),
        'cluster',
      ),
    );
    agent.loopBegins();
    agent.times(12, 17, () => {
      const [command, text] = agent.pick(sets)();
      run(command, text, 'replicas');
      if (agent.random.chance(0.3)) run(`sleep ${agent.pick([5, 10, 20])}`, '', 'rollout');
      agent.times(1, 2, () => {
        const [look = '', seen = ''] = agent.pick(looks)();
        run(look, seen, 'replicas');
      });
    });
  },
};
