import { textBlock } from '../client-manner.ts';
import type { Family } from '../family.ts';

/** The table of a consumer group nobody belongs to any more: only what the producers write grows. */
export const deadConsumer: Family = {
  name: 's_dead_consumer',
  what: 'waits for a consumer group without members to catch up while its lag only grows',
  batch: 9,
  limit: 24,
  play(agent) {
    const group = `${agent.words.project()}-${agent.words.noun()}-indexer`;
    const topic = `${agent.words.noun()}.events.v2`;
    agent.prompt(`Wait until ${group} has caught up on ${topic}, then switch the alias over.`);
    agent.warmUp(0, 3);
    const partitions = Array.from({ length: agent.between(3, 6) }, () => {
      const current = agent.between(800_000, 9_000_000);
      return { current, end: current + agent.between(2000, 40_000) };
    });
    agent.loopBegins();
    agent.times(36, 52, () => {
      const rows = partitions.map((partition, index) => {
        partition.end += agent.between(3, 420);
        const lag = partition.end - partition.current;
        return `${group}  ${topic}  ${index}  ${partition.current}  ${partition.end}  ${lag}  -  -  -`;
      });
      agent.call(
        'mcp__kafka-admin__describe_consumer_group',
        { group_id: group },
        textBlock(
          `Consumer group '${group}' has no active members.\n\nGROUP  TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG  CONSUMER-ID  HOST  CLIENT-ID\n${rows.join('\n')}\n\n(queried ${agent.clock()})`,
        ),
        {
          saying: agent.pick([
            'The group is still catching up. I will check again.',
            'Still some lag left; checking once more.',
            'Not there yet.',
            `The lag is at ${agent.between(2, 60)}k. Let me look again in a moment.`,
          ]),
        },
      );
    });
  },
};
