/**
 * One release goes to cluster after cluster: the same five commands with another context, and pods that take their time.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const REGIONS = [
  'eu-central',
  'eu-west',
  'us-east',
  'us-west',
  'ap-south',
  'sa-east',
  'ca-central',
  'me-south',
];

export const regionsInTurn: Family = {
  name: 'h_regions_in_turn',
  what: 'brings one release to region after region with the same commands',
  batch: 16,
  play(agent) {
    const { words } = agent;
    const [app, space] = [`${words.noun()}-${words.noun()}`, words.project()];
    const [old, wanted] = [`2.${agent.between(3, 20)}.0`, `2.${agent.between(21, 40)}.1`];
    const run = (command: string, text: string, about: string) =>
      agent.shell(command, text, {
        saying: musing(agent, about),
        tookMs: agent.between(500, 20_000),
      });
    agent.prompt(
      `Bring ${app} ${wanted} to every region, one after the other, and check each before the next.`,
    );
    agent.warmUp(2, 5);
    for (const region of agent.shuffled(REGIONS).slice(0, agent.between(5, 8))) {
      run(
        `kubectl config use-context prod-${region}`,
        `Switched to context "prod-${region}".`,
        region,
      );
      run(
        `helm upgrade ${app} ./deploy/${app} -n ${space} --reuse-values --set image.tag=${wanted}`,
        `Release "${app}" has been upgraded. Happy Helming!\nNAME: ${app}\nLAST DEPLOYED: ${agent.clock()}\nNAMESPACE: ${space}\nSTATUS: deployed\nREVISION: ${agent.between(20, 90)}`,
        'release',
      );
      const hash = words.hex(9);
      const look = (ready: number) =>
        run(
          `kubectl get pods -n ${space} -l app=${app} -o wide`,
          Array.from(
            { length: 3 },
            (_, index) =>
              `${app}-${hash}-${words.opaque(5).toLowerCase()}  ${index < ready ? '1/1  Running' : '0/1  ContainerCreating'}  0  ${agent.between(4, 90)}s`,
          ).join('\n'),
          'pods',
        );
      for (let ready = agent.between(0, 2); ready < 3; ready += agent.pick([0, 1, 1, 2])) {
        look(ready);
        if (agent.random.chance(0.5)) run(`sleep ${agent.pick([10, 20, 30])}`, '', 'rollout');
      }
      if (agent.random.chance(0.3))
        run(
          `curl -s https://${app}.${region}.example/version`,
          JSON.stringify({ version: old, uptime_s: agent.between(4_000_000, 4_400_000) }),
          'old pod still answering',
        );
      run(
        `curl -s https://${app}.${region}.example/version`,
        JSON.stringify({ version: wanted, uptime_s: agent.between(4, 90) }),
        'version',
      );
    }
    agent.answer(`${wanted} serves in every region.`);
  },
};
