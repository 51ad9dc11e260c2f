import type { Family } from '../family.ts';

/** The heartbeat of the worker is hours old and does not move; whoever reads it knows that nobody is there. */
export const deadSubagent: Family = {
  name: 's_dead_subagent',
  what: 'asks for the state of a worker agent whose last sign of life is hours old, and sends it messages',
  batch: 11,
  limit: 20,
  play(agent) {
    const topics = Array.from(
      { length: 3 },
      () => `${agent.words.noun()} ${agent.words.noun()} market`,
    );
    agent.prompt(`Research with a team of three: ${topics.join(', ')}. Then write one summary.`);
    const ids = topics.map((topic) => {
      const id = `wrk_${agent.words.hex(8)}`;
      agent.call('team_spawn', { role: 'researcher', brief: topic }, { worker: id, state: 'new' });
      return id;
    });
    const [first, second, dead = ''] = ids;
    for (const id of [first, second])
      agent.call(
        'team_collect',
        { worker: id },
        { state: 'done', report: agent.words.prose(5, 9), tokens: agent.between(20_000, 90_000) },
      );
    const beat = new Date(Date.parse(agent.clock()) + 40_000).toISOString();
    const step = agent.between(2, 6);
    const tokens = agent.between(9000, 60_000);
    agent.rest(agent.between(7_200_000, 12_000_000));
    agent.loopBegins();
    agent.times(28, 42, (index) => {
      agent.rest(agent.between(0, 20_000));
      if (index % 4 === 3 || agent.random.chance(0.12)) {
        agent.call(
          'team_message',
          {
            to: dead,
            text: agent.pick([
              'How far are you?',
              'Please send what you have so far.',
              `Status of "${topics[2]}"? The others have finished.`,
              'We are only waiting for your part. Please hand it in.',
              'Friendly reminder: your report is due.',
            ]),
          },
          { queued: true, message_id: agent.words.uuid(), unread: Math.floor(index / 4) + 1 },
        );
        return;
      }
      agent.call(
        agent.pick(['team_collect', 'team_collect', 'team_status']),
        { worker: dead },
        {
          worker: dead,
          state: 'working',
          step,
          of: 9,
          last_heartbeat: beat,
          tokens,
          report: null,
          as_of: agent.clock(),
        },
        {
          saying: agent.pick([
            'The third researcher is still working. I will check again.',
            `Step ${step} of 9, it is making progress.`,
            'Almost there. Waiting for the last report.',
            'Let me give it a little more time.',
            '',
          ]),
        },
      );
    });
  },
};
