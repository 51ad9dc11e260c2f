/**
 * Every zone is asked for a machine in turn, and all are full; after a pause the round begins again, and one has room.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const REGIONS = [
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'eu-north-1',
  'eu-west-1',
  'ap-northeast-1',
];

export const capacityHunt: Family = {
  name: 'h_capacity_hunt',
  what: 'asks one zone after the other for a scarce machine, pauses after each round, and gets one in the end',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const size = agent.pick(['p5.48xlarge', 'p5en.48xlarge', 'p6-b200.48xlarge', 'g6e.48xlarge']);
    const regions = agent.shuffled(REGIONS).slice(0, agent.between(3, 5));
    const zones = regions.flatMap((region) => ['a', 'b', 'c'].map((letter) => region + letter));
    const name = `${words.noun()}-train`;
    const ask = (zone: string, result: { text: string; exit: number }) =>
      agent.shell(
        `aws ec2 run-instances --region ${zone.slice(0, -1)} --placement AvailabilityZone=${zone} --instance-type ${size} --count 1 --tag-specifications 'ResourceType=instance,Tags=[{Key=Name,Value=${name}}]'`,
        result,
        { saying: musing(agent, zone), tookMs: agent.between(700, 4000) },
      );
    agent.prompt(
      `Get one ${size}, in any zone of ${regions.join(', ')}. If all are full, pause ten minutes and go round again.`,
    );
    agent.warmUp(1, 5);
    agent.times(2, 4, () => {
      for (const zone of zones)
        ask(zone, {
          text: 'An error occurred (InsufficientInstanceCapacity) when calling the RunInstances operation (reached max retries: 2): We currently do not have sufficient capacity in the Availability Zone you requested. Our system will be working on provisioning additional capacity.',
          exit: 254,
        });
      agent.shell('sleep 600', '', { tookMs: 600_000 });
    });
    const lucky = agent.pick(zones);
    ask(lucky, {
      text: `{"Instances":[{"InstanceId":"i-0${words.hex(16)}","State":{"Name":"pending"},"Placement":{"AvailabilityZone":"${lucky}"}}]}`,
      exit: 0,
    });
    agent.answer(`There is one in ${lucky}.`);
  },
};
