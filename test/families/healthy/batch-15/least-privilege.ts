/**
 * The smallest policy that works is found by being refused: each refusal names the next right, which is then granted.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const ACTIONS = [
  ['s3', 'ListBucket', 'ListObjectsV2'],
  ['s3', 'GetObject', 'HeadObject'],
  ['kms', 'Decrypt', 'Decrypt'],
  ['s3', 'PutObject', 'PutObject'],
  ['sqs', 'GetQueueUrl', 'GetQueueUrl'],
  ['sqs', 'SendMessage', 'SendMessage'],
  ['dynamodb', 'DescribeTable', 'DescribeTable'],
  ['dynamodb', 'PutItem', 'PutItem'],
  ['dynamodb', 'Query', 'Query'],
  ['logs', 'CreateLogStream', 'CreateLogStream'],
  ['logs', 'PutLogEvents', 'PutLogEvents'],
  ['sns', 'Publish', 'Publish'],
  ['ssm', 'GetParameter', 'GetParameter'],
  ['secretsmanager', 'GetSecretValue', 'GetSecretValue'],
  ['glue', 'GetTable', 'GetTable'],
] as const;

export const leastPrivilege: Family = {
  name: 'h_least_privilege',
  what: 'grows a policy by one right for each refusal until the job runs',
  batch: 15,
  play(agent) {
    const { words, manner } = agent;
    const path = `${words.root}/infra/policies/${words.noun()}.json`;
    const job = agent.pick([
      `aws lambda invoke --function-name ${words.noun()}-etl out.json && cat out.json`,
      `./scripts/run-as-role.sh etl`,
      `sam local invoke ${words.symbol()}`,
    ]);
    const me = `arn:aws:sts::4410:assumed-role/etl-${words.noun()}/run`;
    const needed = agent.shuffled(ACTIONS).slice(0, agent.between(9, 13));
    agent.prompt(
      'Find the smallest policy with which the nightly job runs. You may change the policy of the sandbox account.',
    );
    agent.warmUp(2, 5);
    for (const [service, action, operation] of needed) {
      agent.shell(
        job,
        {
          text: `An error occurred (AccessDenied) when calling the ${operation} operation: User: ${me} is not authorized to perform: ${service}:${action} on resource: arn:aws:${service}:::${words.noun()} because no identity-based policy allows the ${service}:${action} action (Request ID: ${words.uuid()})`,
          exit: 254,
        },
        { saying: musing(agent, 'policy'), tookMs: agent.between(2000, 30_000) },
      );
      agent.together(
        [editExchange(manner, path, '"Action": [', `"Action": [\n        "${service}:${action}",`)],
        { saying: musing(agent, `${service}:${action}`) },
      );
      agent.shell(
        agent.pick(['terraform apply -auto-approve -target=aws_iam_policy.etl', 'make policy']),
        `aws_iam_policy.etl: Modifying... [id=arn:aws:iam::4410:policy/etl]\naws_iam_policy.etl: Modifications complete after ${agent.between(1, 3)}s\n\nApply complete! Resources: 0 added, 1 changed, 0 destroyed.`,
      );
    }
    agent.shell(job, `{"status":"ok","rows":${agent.between(1000, 90_000)}}`);
    agent.answer(`The job runs with ${needed.length} rights.`);
  },
};
