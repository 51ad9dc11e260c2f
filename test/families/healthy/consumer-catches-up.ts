import { textBlock } from '../client-manner.ts';
import type { Family } from '../family.ts';

export const consumerCatchesUp: Family = {
  name: 'h_consumer_catches_up',
  what: 'waits for a consumer group whose lag goes up at first, stays for a rebalance, and then falls to nothing',
  batch: 9,
  play(agent) {
    const group = `${agent.words.project()}-${agent.words.noun()}-indexer`;
    const topic = `${agent.words.noun()}.events.v2`;
    agent.prompt(`Wait until ${group} has caught up on ${topic}, then switch the alias over.`);
    agent.warmUp(0, 3);
    const partitions = Array.from({ length: agent.between(3, 6) }, () => {
      const current = agent.between(800_000, 9_000_000);
      const member = `${group}-${agent.words.uuid()}  /10.2.${agent.between(0, 9)}.${agent.between(2, 250)}`;
      return { current, end: current + agent.between(9000, 40_000), member };
    });
    const polls = agent.between(26, 42);
    const rebalance = agent.between(5, 14);
    for (let poll = 0; poll < polls; poll += 1) {
      const away = poll === rebalance || poll === rebalance + 1;
      const left = polls - 1 - poll;
      const rows = partitions.map((partition, index) => {
        partition.end += agent.between(3, 420);
        const lag = partition.end - partition.current;
        if (left === 0) partition.current = partition.end;
        else if (!away)
          partition.current += Math.floor((lag / (left + 1)) * (agent.between(20, 150) / 100));
        return `${group}  ${topic}  ${index}  ${partition.current}  ${partition.end}  ${partition.end - partition.current}  ${away ? '-  -' : partition.member}  ${away ? '-' : group}`;
      });
      const head = away ? `Warning: Consumer group '${group}' is rebalancing.\n\n` : '';
      agent.call(
        'mcp__kafka-admin__describe_consumer_group',
        { group_id: group },
        textBlock(
          `${head}GROUP  TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG  CONSUMER-ID  HOST  CLIENT-ID\n${rows.join('\n')}\n\n(queried ${agent.clock()})`,
        ),
        {
          saying: agent.pick([
            'The group is still catching up.',
            'Some lag left.',
            'Not there yet.',
          ]),
        },
      );
      if (poll % 2 === 0) agent.rest(20_000);
    }
    agent.call(
      'mcp__search__switch_alias',
      { alias: topic, to: `${topic}-new` },
      textBlock('{"acknowledged":true}'),
    );
    agent.answer('The group has caught up and the alias is switched.');
  },
};
