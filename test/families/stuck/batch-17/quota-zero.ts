/**
 * The account may not start any machine of this kind; sizes, zones and names are tried in turn, and a quota of nothing stays nothing.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const SIZES = ['g6.xlarge', 'g6.2xlarge', 'g5.xlarge', 'g5.4xlarge', 'g6e.xlarge', 'g4dn.xlarge'];

type Act = (agent: ScriptedAgent, region: string) => readonly [string, string, number];

const ACTS: readonly Act[] = [
  (_, region) => [
    `aws service-quotas get-service-quota --service-code ec2 --quota-code L-DB2E81BA --region ${region} --query Quota.Value`,
    '0.0',
    0,
  ],
  (agent, region) => [
    `aws service-quotas request-service-quota-increase --service-code ec2 --quota-code L-DB2E81BA --desired-value ${agent.pick([4, 8, 16, 32])} --region ${region}`,
    'An error occurred (ResourceAlreadyExistsException) when calling the RequestServiceQuotaIncrease operation: Only one open service quota increase request is allowed per quota.',
    254,
  ],
  (agent, region) => [
    `aws ec2 describe-instance-type-offerings --region ${region} --filters Name=instance-type,Values=${agent.pick(SIZES)} --query 'InstanceTypeOfferings[].Location'`,
    `["${region}"]`,
    0,
  ],
];

export const quotaZero: Family = {
  name: 's_quota_zero',
  what: 'tries to start a GPU machine in every size and zone of an account whose quota for them is 0',
  batch: 17,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const region = agent.pick(['eu-central-1', 'us-east-2', 'eu-north-1', 'ap-southeast-2']);
    const template = `lt-0${words.hex(16)}`;
    agent.prompt(
      `Start one GPU machine in ${region} for the fine-tuning run and begin the training.`,
    );
    agent.warmUp(4, 9);
    agent.loopBegins();
    agent.times(24, 36, () => {
      const saying = musing(agent, 'instance');
      if (agent.random.chance(0.28)) {
        const [command, text, exit] = agent.pick(ACTS)(agent, region);
        agent.shell(command, { text, exit }, { saying });
        return;
      }
      const size = agent.pick(SIZES);
      const zone = `${region}${agent.pick(['a', 'b', 'c'])}`;
      const extra = agent.pick([
        '',
        ` --instance-market-options MarketType=spot`,
        ` --client-token ${words.uuid()}`,
        ` --launch-template LaunchTemplateId=${template}`,
      ]);
      agent.shell(
        `aws ec2 run-instances --region ${region} --instance-type ${size} --placement AvailabilityZone=${zone} --count 1 --tag-specifications 'ResourceType=instance,Tags=[{Key=Name,Value=${words.noun()}-train}]'${extra}`,
        {
          text: `An error occurred (${extra.includes('spot') ? 'MaxSpotInstanceCountExceeded' : 'VcpuLimitExceeded'}) when calling the RunInstances operation: You have requested more vCPU capacity than your current vCPU limit of 0 allows for the instance bucket that the specified instance type belongs to. Please visit http://aws.amazon.com/contact-us/ec2-request to request an adjustment to this limit.`,
          exit: 254,
        },
        { saying, tookMs: agent.between(700, 4000) },
      );
    });
  },
};
