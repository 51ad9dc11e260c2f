/**
 * A resource exists outside the state; the agent plans and applies again, with a refresh, a target or a new init between, and hears so each time.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly kind: string;
  readonly error: (agent: ScriptedAgent, name: string) => string;
}

const SCENES: readonly Scene[] = [
  {
    kind: 'aws_iam_role',
    error: (agent, name) =>
      `Error: creating IAM Role (${name}): operation error IAM: CreateRole, https response error StatusCode: 409, RequestID: ${agent.words.uuid()}, EntityAlreadyExists: Role with name ${name} already exists.`,
  },
  {
    kind: 'google_storage_bucket',
    error: (_, name) =>
      `Error: googleapi: Error 409: Your previous request to create the named bucket ${name} succeeded and you already own it., conflict`,
  },
  {
    kind: 'azurerm_resource_group',
    error: (_, name) =>
      `Error: A resource with the ID "/subscriptions/0f1e/resourceGroups/${name}" already exists - to be managed via Terraform this resource needs to be imported into the State.`,
  },
];

export const alreadyExists: Family = {
  name: 's_already_exists',
  what: 'plans and applies infrastructure again and again; the one thing to be created exists already',
  batch: 22,
  limit: 15,
  play(agent) {
    const { words } = agent;
    const { kind, error } = agent.pick(SCENES);
    const name = `${words.project()}-${words.noun()}`;
    const resource = `${kind}.${words.noun()}`;
    const file = `${words.root}/infra/main.tf`;
    const plan = `${resource}: will be created\n\nPlan: 1 to add, 0 to change, 0 to destroy.`;
    agent.prompt('Roll out the infra changes of this branch.');
    agent.warmUp(1, 4);
    agent.shell('terraform init -input=false', 'Terraform has been successfully initialized!');
    agent.loopBegins();
    agent.times(11, 16, () => {
      const act = agent.between(0, 4);
      if (act === 0)
        agent.shell('terraform init -reconfigure', 'Terraform has been successfully initialized!');
      else if (act === 1) agent.shell('terraform refresh', 'Refresh complete.');
      else if (act === 2)
        agent.edit(
          file,
          `  name = "${name}"`,
          `  name = "${name}" # ${agent.pick(['role', 'shared', 'managed here', 'see README'])}`,
        );
      if (agent.random.chance(0.7)) agent.shell('terraform plan -input=false', plan);
      const flags = agent.pick([
        '',
        '',
        ` -target=${resource}`,
        ' -refresh=true',
        ' -lock-timeout=60s',
      ]);
      agent.shell(
        `terraform apply -auto-approve${flags}`,
        {
          text: `${plan}\n${resource}: Creating...\n\n${error(agent, name)}\n\n  with ${resource},\n  on main.tf line 12, in resource "${kind}" "${words.noun()}":`,
          exit: 1,
          seconds: agent.between(4, 30),
        },
        {
          saying: agent.pick([
            '',
            '',
            'Applying again.',
            'The state should be fresh now.',
            'Once more.',
          ]),
        },
      );
    });
  },
};
