import type { Family } from '../family.ts';

/** The provider sorts the statements as it likes, so every plan finds the order changed. */
export const perpetualDiff: Family = {
  name: 's_perpetual_diff',
  what: 'applies an infrastructure change that the next plan finds again, with the policy written in another way each time',
  batch: 11,
  limit: 24,
  play(agent) {
    const name = `${agent.words.noun()}_${agent.words.noun()}`;
    const path = `${agent.words.root}/infra/policies.tf`;
    const actions = ['s3:GetObject', 's3:ListBucket', 's3:PutObject', 'kms:Decrypt'];
    agent.prompt(`terraform plan for ${name} must be clean before the freeze. Get it clean.`);
    agent.warmUp(0, 3);
    const resource = `aws_iam_policy.${name}`;
    const arn = `arn:aws:iam::4711${agent.between(10_000_000, 99_999_999)}:policy/${name}`;
    const refresh = () =>
      `${resource}: Refreshing state... [id=${arn}]\naws_s3_bucket.${name}: Refreshing state... [id=${name.replace('_', '-')}]`;
    const diff = `Terraform will perform the following actions:\n\n  # ${resource} will be updated in-place\n  ~ resource "aws_iam_policy" "${name}" {\n        id     = "${arn}"\n      ~ policy = jsonencode(\n          ~ {\n              ~ Statement = [\n                  ~ {\n                      ~ Action = [\n                          - "${actions[3]}",\n                            "${actions[0]}",\n                          + "${actions[3]}",\n                        ]\n                    },\n                ]\n            }\n        )\n    }\n\nPlan: 0 to add, 1 to change, 0 to destroy.`;
    const forms = [
      `policy = jsonencode({ Statement = [{ Action = ${JSON.stringify(actions)} }] })`,
      `policy = <<EOT\n{"Statement":[{"Action":${JSON.stringify(actions)}}]}\nEOT`,
      `policy = data.aws_iam_policy_document.${name}.json`,
      `policy = jsonencode({ Statement = [{ Action = sort(${JSON.stringify(actions)}) }] })`,
      `policy = file("\${path.module}/${name}.json")`,
    ];
    let form = forms[0] ?? '';
    agent.shell('terraform plan -no-color', `${refresh()}\n\n${diff}`, { tookMs: 14_000 });
    agent.times(14, 20, (index) => {
      if (index === 1) agent.loopBegins();
      const other = agent.pick(forms.filter((one) => one !== form));
      agent.edit(path, form, other);
      form = other;
      const took = agent.between(1, 4);
      agent.shell(
        'terraform apply -auto-approve -no-color',
        `${refresh()}\n\n${diff}\n${resource}: Modifying... [id=${arn}]\n${resource}: Modifications complete after ${took}s [id=${arn}]\n\nApply complete! Resources: 0 added, 1 changed, 0 destroyed.`,
        { tookMs: agent.between(15_000, 40_000) },
      );
      agent.shell('terraform plan -no-color', `${refresh()}\n\n${diff}`, {
        tookMs: agent.between(9000, 20_000),
        saying: agent.pick([
          'Applied successfully. Let me verify that the plan is clean now.',
          'That should have settled it.',
          'The policy is written in the canonical form now. Planning again.',
        ]),
      });
    });
  },
};
