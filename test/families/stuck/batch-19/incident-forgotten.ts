/**
 * An incident is looked into by the same commands after every compaction, with the same guess at the end of each round.
 */
import type { Family } from '../../family.ts';

const SUMMARIES = [
  'Context was compacted. Task: find out why GOAL. So far: logs were looked at; no conclusion yet. Next: check the pods and the logs.',
  'Summary: the user asks why GOAL. The investigation has begun. Pending: gather pod state, events and logs, then form a hypothesis.',
  'This session continues an earlier one. Goal: explain why GOAL. Status: investigating. Start with the state of the cluster.',
];

export const incidentForgotten: Family = {
  name: 's_incident_forgotten',
  what: 'looks at the same pods, events and logs after every compaction, makes the same guess and is compacted again',
  batch: 19,
  limit: 30,
  play(agent) {
    const { words } = agent;
    const app = `${words.noun()}-api`;
    const pod = `${app}-${words.hex(9)}-${words.hex(5)}`;
    const goal = `${app} answers slowly since the morning`;
    const age = agent.between(3, 20);
    const looks = [
      [
        `kubectl get pods -l app=${app}`,
        `NAME READY STATUS RESTARTS AGE\n${pod} 1/1 Running 0 ${age}d`,
      ],
      [
        `kubectl describe pod ${pod}`,
        `Name: ${pod}\nLimits:\n  cpu: 500m\n  memory: 512Mi\nConditions:\n  Ready True\nEvents: <none>`,
      ],
      [
        `kubectl get events --field-selector involvedObject.name=${pod}`,
        'No resources found in default namespace.',
      ],
      [`kubectl logs ${pod} --since-time=2026-09-20T06:00:00Z | grep -i error`, words.sentence()],
      [
        `kubectl get hpa ${app}`,
        `NAME REFERENCE TARGETS MINPODS MAXPODS REPLICAS\n${app} Deployment/${app} 71%/80% 1 4 1`,
      ],
      [
        `kubectl get configmap ${app} -o yaml`,
        `data:\n  POOL_SIZE: "${agent.between(5, 40)}"\n  TIMEOUT_MS: "3000"`,
      ],
    ] as const;
    const config = words.codeLines(6, 14);
    const round = () => {
      for (const [command, text] of agent.shuffled(looks).slice(0, agent.between(5, 6)))
        agent.shell(command, text);
      agent.read(`${words.root}/deploy/${app}.yaml`, config);
      agent.shell(
        `kubectl top pod ${pod}`,
        `NAME CPU(cores) MEMORY(bytes)\n${pod} ${agent.between(340, 370)}m ${agent.between(300, 320)}Mi`,
        {
          saying: agent.pick([
            'It could be the pool of connections. I will look into that next.',
            'The pool may be too small; let me verify.',
            'My guess is the connection pool.',
          ]),
        },
      );
    };
    agent.prompt(`Find out why ${goal}.`);
    round();
    agent.compact(agent.pick(SUMMARIES).replace('GOAL', goal));
    agent.loopBegins();
    agent.times(7, 9, () => {
      round();
      agent.compact(agent.pick(SUMMARIES).replace('GOAL', goal));
    });
  },
};
