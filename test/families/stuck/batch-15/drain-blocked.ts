/**
 * A disruption budget forbids every eviction; the agent goes through the same slow round of commands and is back at the start.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const drainBlocked: Family = {
  name: 's_drain_blocked',
  what: 'goes round and round in seven steps to drain a node whose pods may not be evicted',
  batch: 15,
  limit: 24,
  play(agent) {
    const { words } = agent;
    const node = `ip-10-${agent.between(0, 9)}-${agent.between(10, 99)}-${agent.between(10, 250)}.ec2.internal`;
    const app = `${words.noun()}-${words.noun()}`;
    const space = words.project();
    const pod = () => `${app}-${words.hex(10)}-${words.opaque(5).toLowerCase()}`;
    let running = pod();
    const steps: readonly (() => readonly [string, string, number])[] = [
      () => [
        `kubectl cordon ${node}`,
        `node/${node} ${agent.pick(['cordoned', 'already cordoned'])}`,
        0,
      ],
      () => [
        `kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data --timeout=${agent.pick([30, 60, 90, 120])}s`,
        `evicting pod ${space}/${running}\nerror when evicting pods/"${running}" -n "${space}" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.\nerror: unable to drain node "${node}": global timeout reached`,
        1,
      ],
      () => [
        `kubectl get pdb -n ${space}`,
        `NAME   MIN AVAILABLE   MAX UNAVAILABLE   ALLOWED DISRUPTIONS   AGE\n${app}   1   N/A   0   ${agent.between(200, 400)}d`,
        0,
      ],
      () => [
        `kubectl get pods -n ${space} -o wide | grep ${app}`,
        `${running}   1/1   Running   0   ${agent.between(1, 9)}m${agent.between(10, 59)}s   10.4.${agent.between(0, 9)}.${agent.between(2, 250)}   ${node}`,
        0,
      ],
      () => {
        const old = running;
        running = pod();
        return [`kubectl delete pod ${old} -n ${space}`, `pod "${old}" deleted`, 0];
      },
      () => [
        `kubectl rollout status deploy/${app} -n ${space} --timeout=60s`,
        `deployment "${app}" successfully rolled out`,
        0,
      ],
      () => [`kubectl uncordon ${node}`, `node/${node} uncordoned`, 0],
    ];
    agent.prompt(`Take ${node} out of service for the kernel update.`);
    agent.times(6, 12, () => {
      const kind = agent.pick(['nodes', 'deploy', 'events', 'ds', 'svc']);
      agent.shell(
        `kubectl get ${kind} -A | head -${agent.between(5, 20)}`,
        Array.from(
          { length: agent.between(3, 9) },
          () =>
            `${words.project()}  ${words.noun()}-${words.hex(5)}  ${agent.between(1, 9)}/9  ${agent.between(1, 400)}d`,
        ).join('\n'),
      );
    });
    agent.loopBegins();
    agent.times(6, 8, () => {
      for (const step of steps) {
        if (agent.random.chance(0.12)) continue;
        const [command, text, exit] = step();
        agent.shell(
          command,
          { text, exit },
          {
            saying: musing(agent, `drain of ${node.slice(0, 14)}`),
            tookMs: agent.between(400, exit === 1 ? 90_000 : 4000),
          },
        );
      }
    });
  },
};
