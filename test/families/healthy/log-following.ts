import type { Family } from '../family.ts';

export const logFollowing: Family = {
  name: 'h_log_following',
  what: 'reads the end of a growing log every few seconds',
  batch: 2,
  play(agent) {
    agent.prompt('Watch the import log and tell me about anything odd.');
    const tool = agent.pick(['read_output', 'bash_output', 'get_logs']);
    let row = agent.between(100, 900);
    agent.times(18, 40, () => {
      const lines = Array.from(
        { length: agent.between(1, 6) },
        () =>
          `${agent.clock()} INFO imported ${agent.words.noun()} ${(row += agent.between(1, 40))}`,
      );
      agent.call(tool, { id: 'import-1' }, lines.join('\n'));
    });
    agent.answer('Nothing odd so far; the import is done.');
  },
};
