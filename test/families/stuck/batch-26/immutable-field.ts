/**
 * A manifest is changed and applied again; the cluster refuses the same field each time.
 */
import type { Family } from '../../family.ts';

export const immutableField: Family = {
  name: 's_immutable_field',
  what: 'edits a manifest here and there and applies it; the same field may not be changed and the same refusal comes',
  batch: 26,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const name = `${words.noun()}-${words.noun()}`;
    const file = `deploy/${name}.yaml`;
    const refusal = `The Deployment "${name}" is invalid: spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"${name}", "tier":"web"}}: field is immutable`;
    agent.prompt(
      `Add the label tier=web to the deployment ${name} and roll it out. It must not go down.`,
    );
    agent.warmUp(0, 3);
    agent.loopBegins();
    agent.times(9, 15, () => {
      if (agent.random.chance(0.8))
        agent.edit(
          `${words.root}/${file}`,
          agent.pick(['  labels:\n    app: web', '      tier: web', 'metadata:']),
          agent.pick([
            `  labels:\n    app: ${name}\n    tier: web`,
            '      tier: "web"',
            `metadata:\n  annotations:\n    note: ${words.noun()}`,
          ]),
        );
      agent.shell(
        agent.pick([
          `kubectl apply -f ${file}`,
          `kubectl apply -f ${file} --server-side`,
          `kubectl replace -f ${file}`,
          `kubectl apply --force-conflicts --server-side -f ${file}`,
        ]),
        { text: refusal, exit: 1 },
        {
          saying: agent.pick(['', 'Let me apply it.', 'Let me adjust the manifest.']),
        },
      );
    });
  },
};
