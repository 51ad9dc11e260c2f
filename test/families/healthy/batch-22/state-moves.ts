/**
 * A module was split, and its resources are moved in the state or imported one by one; every success reads the same.
 */
import type { Family } from '../../family.ts';

export const stateMoves: Family = {
  name: 'h_state_moves',
  what: 'moves or imports one resource after the other into a new module; every one is acknowledged in the same words',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const count = agent.between(20, 38);
    const [from, to] = [`module.${words.noun()}`, `module.${words.noun()}_v2`];
    const kinds = ['aws_iam_role', 'aws_s3_bucket', 'aws_security_group', 'aws_route53_record'];
    const resources = Array.from(
      { length: count },
      (_, index) => `${agent.pick(kinds)}.${words.noun()}_${index + 1}`,
    );
    const imports = agent.random.chance(0.4);
    agent.prompt(
      `Bring the ${count} resources of ${from} under ${to} without destroying any of them.`,
    );
    agent.warmUp(1, 3);
    agent.shell(
      `terraform state list ${from}`,
      resources.map((name) => `${from}.${name}`).join('\n'),
    );
    for (const [index, name] of resources.entries()) {
      if (imports)
        agent.shell(
          `terraform import '${to}.${name}' ${name.split('.')[1] ?? name}`,
          'Import successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.',
        );
      else
        agent.shell(
          `terraform state mv '${from}.${name}' '${to}.${name}'`,
          'Successfully moved 1 object(s).',
        );
      if (index % 8 === 7)
        agent.shell(
          'terraform plan -input=false | tail -1',
          `Plan: ${count - index - 1} to add, 0 to change, ${count - index - 1} to destroy.`,
        );
    }
    agent.shell(
      'terraform plan -input=false | tail -1',
      'No changes. Your infrastructure matches the configuration.',
    );
    agent.answer(`All ${count} resources are now in ${to}; the plan is empty.`);
  },
};
