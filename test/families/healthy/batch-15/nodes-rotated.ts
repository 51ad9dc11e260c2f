/**
 * Node after node is drained, updated and taken back: the same seven commands for each, with evictions that are refused for a while.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const nodesRotated: Family = {
  name: 'h_nodes_rotated',
  what: 'drains, updates and uncordons one node after the other, waiting for disruption budgets',
  batch: 15,
  play(agent) {
    const { words } = agent;
    const nodes = Array.from(
      { length: agent.between(7, 10) },
      () =>
        `ip-10-${agent.between(0, 9)}-${agent.between(10, 99)}-${agent.between(10, 250)}.ec2.internal`,
    );
    const [app, space] = [`${words.noun()}-${words.noun()}`, words.project()];
    const kernel = `6.8.0-${agent.between(40, 99)}-aws`;
    const run = (command: string, text: string, exit = 0, tookMs = agent.between(400, 9000)) =>
      agent.shell(command, { text, exit }, { saying: musing(agent, 'node'), tookMs });
    agent.prompt(`Bring all workers to kernel ${kernel}, one at a time.`);
    run(
      'kubectl get nodes -o wide',
      nodes
        .map(
          (node) =>
            `${node}  Ready  <none>  ${agent.between(20, 400)}d  v1.31.2  6.8.0-${agent.between(20, 39)}-aws`,
        )
        .join('\n'),
    );
    for (const node of nodes) {
      run(`kubectl cordon ${node}`, `node/${node} cordoned`);
      const pods = Array.from(
        { length: agent.between(2, 6) },
        () => `${app}-${words.hex(10)}-${words.opaque(5).toLowerCase()}`,
      );
      const drain = `kubectl drain ${node} --ignore-daemonsets --delete-emptydir-data --timeout=${agent.pick([60, 90, 120])}s`;
      agent.times(0, 2, () =>
        run(
          drain,
          `evicting pod ${space}/${pods[0]}\nerror when evicting pods/"${pods[0]}" -n "${space}" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.\nerror: unable to drain node "${node}": global timeout reached`,
          1,
          agent.between(60_000, 120_000),
        ),
      );
      run(
        drain,
        pods.map((pod) => `evicting pod ${space}/${pod}\npod/${pod} evicted`).join('\n') +
          `\nnode/${node} drained`,
        0,
        agent.between(9000, 90_000),
      );
      run(
        `ssh ${node} sudo apt-get install -y linux-image-${kernel} '&&' sudo reboot`,
        `Setting up linux-image-${kernel} ...\nConnection to ${node} closed by remote host.`,
      );
      run(
        `kubectl wait --for=condition=Ready node/${node} --timeout=10m`,
        `node/${node} condition met`,
        0,
        agent.between(60_000, 300_000),
      );
      run(`kubectl uncordon ${node}`, `node/${node} uncordoned`);
    }
    run(
      'kubectl get nodes -o wide',
      nodes
        .map((node) => `${node}  Ready  <none>  ${agent.between(20, 400)}d  v1.31.2  ${kernel}`)
        .join('\n'),
    );
    agent.answer('All workers run the new kernel.');
  },
};
