import type { Family } from '../family.ts';

export const requestTrace: Family = {
  name: 'h_request_trace',
  what: 'looks for many request ids in a log; few are there',
  batch: 6,
  play(agent) {
    const ids = Array.from({ length: agent.between(14, 30) }, () => agent.words.hex(12));
    agent.prompt('Which of these requests reached the backend?');
    agent.shell('cat requests.txt', ids.join('\n'));
    for (const id of ids) {
      agent.shell(
        `grep ${id} logs/backend.log`,
        agent.random.chance(0.15)
          ? `${agent.clock()} INFO ${id} ${agent.words.sentence()}`
          : { text: '', exit: 1 },
      );
    }
    agent.answer('Few did.');
  },
};
