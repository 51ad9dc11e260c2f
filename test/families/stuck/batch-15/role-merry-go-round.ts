/**
 * Nothing the agent may do gives it the right it lacks; each refusal names another action and another request.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Try = (
  agent: ScriptedAgent,
  bucket: string,
  role: string,
) => readonly [command: string, operation: string, action: string, resource: string];

const TRIES: readonly Try[] = [
  (_, bucket) => [
    `aws s3 ls s3://${bucket}/`,
    'ListObjectsV2',
    's3:ListBucket',
    `arn:aws:s3:::${bucket}`,
  ],
  (agent, bucket) => [
    `aws s3 cp s3://${bucket}/${agent.words.noun()}.parquet .`,
    'HeadObject',
    's3:GetObject',
    `arn:aws:s3:::${bucket}/*`,
  ],
  (_, bucket) => [
    `aws s3api get-bucket-policy --bucket ${bucket}`,
    'GetBucketPolicy',
    's3:GetBucketPolicy',
    `arn:aws:s3:::${bucket}`,
  ],
  (agent, _, role) => [
    `aws sts assume-role --role-arn arn:aws:iam::4410:role/${role} --role-session-name s${agent.between(1, 99)}`,
    'AssumeRole',
    'sts:AssumeRole',
    `arn:aws:iam::4410:role/${role}`,
  ],
  (agent, _, role) => [
    `aws iam attach-role-policy --role-name ${role} --policy-arn arn:aws:iam::aws:policy/${agent.pick(['AmazonS3ReadOnlyAccess', 'AmazonS3FullAccess', 'ReadOnlyAccess'])}`,
    'AttachRolePolicy',
    'iam:AttachRolePolicy',
    `role ${role}`,
  ],
  (_, __, role) => [
    `aws iam list-attached-role-policies --role-name ${role}`,
    'ListAttachedRolePolicies',
    'iam:ListAttachedRolePolicies',
    `role ${role}`,
  ],
  (agent, bucket) => [
    `aws s3api put-bucket-policy --bucket ${bucket} --policy file://policy-${agent.between(1, 9)}.json`,
    'PutBucketPolicy',
    's3:PutBucketPolicy',
    `arn:aws:s3:::${bucket}`,
  ],
  (agent, _, role) => [
    `aws iam create-policy-version --policy-arn arn:aws:iam::4410:policy/${role}-${agent.words.noun()} --policy-document file://p.json --set-as-default`,
    'CreatePolicyVersion',
    'iam:CreatePolicyVersion',
    `policy ${role}`,
  ],
  (_, bucket) => [
    `aws s3 presign s3://${bucket}/latest.parquet | xargs curl -sf`,
    'GetObject',
    's3:GetObject',
    `arn:aws:s3:::${bucket}/latest.parquet`,
  ],
];

export const roleMerryGoRound: Family = {
  name: 's_role_merry_go_round',
  what: 'tries role after role and policy after policy for a bucket that none of them opens',
  batch: 15,
  limit: 22,
  play(agent) {
    const { words } = agent;
    const bucket = `${words.project()}-${words.noun()}-prod`;
    const roles = Array.from(
      { length: 3 },
      () => `${words.project()}-${agent.pick(['reader', 'etl', 'ci', 'deploy'])}`,
    );
    const me = `arn:aws:sts::4410:assumed-role/agent-${words.noun()}/i-0${words.hex(12)}`;
    agent.prompt(
      `Fetch last month's ${words.noun()} export from s3://${bucket} and load it into the notebook.`,
    );
    agent.warmUp(4, 9);
    agent.shell(
      'aws sts get-caller-identity',
      JSON.stringify({ UserId: words.hex(20).toUpperCase(), Account: '4410', Arn: me }),
    );
    agent.loopBegins();
    agent.times(30, 44, () => {
      if (agent.random.chance(0.12)) {
        agent.shell(
          agent.pick(['aws configure list', 'env | grep AWS', 'cat ~/.aws/config']),
          `region = eu-central-1\nrole = ${me.split('/')[1]}`,
        );
        return;
      }
      const [command, operation, action, resource] = agent.pick(TRIES)(
        agent,
        bucket,
        agent.pick(roles),
      );
      const reason = agent.pick([
        `because no identity-based policy allows the ${action} action`,
        'with an explicit deny in a service control policy',
      ]);
      agent.shell(
        command,
        {
          text: `An error occurred (AccessDenied) when calling the ${operation} operation: User: ${me} is not authorized to perform: ${action} on resource: ${resource} ${reason} (Request ID: ${words.uuid()})`,
          exit: 254,
        },
        {
          saying: musing(
            agent,
            agent.pick(['trust policy', 'role', 'bucket policy', 'permission boundary']),
          ),
        },
      );
    });
  },
};
