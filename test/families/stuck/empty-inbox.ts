import type { Family } from '../family.ts';

export const emptyInbox: Family = {
  name: 's_empty_inbox',
  what: 'asks for new messages without a pause; there are none',
  batch: 3,
  limit: 10,
  play(agent) {
    agent.prompt('Coordinate the release with the other agents.');
    agent.call('send_message', { to: 'builder', text: agent.words.sentence() }, { sent: true });
    const tool = agent.pick(['check_inbox', 'receive_messages', 'get_messages']);
    agent.loopBegins();
    agent.times(14, 26, () => {
      agent.call(
        tool,
        agent.random.chance(0.3) ? { limit: agent.pick([10, 20, 50]) } : {},
        agent.pick(['[]', '[]', { messages: [], checked_at: agent.clock() }]),
      );
    });
  },
};
