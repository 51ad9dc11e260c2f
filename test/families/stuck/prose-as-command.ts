import type { Family } from '../family.ts';

/** The model forgot that it speaks to a shell. */
export const proseAsCommand: Family = {
  name: 's_prose_as_command',
  what: 'sends sentences to a shell, which knows none of the words',
  batch: 2,
  limit: 14,
  play(agent) {
    agent.prompt('Find the cause of the slow start and fix it.');
    agent.warmUp(1, 4);
    agent.loopBegins();
    agent.times(18, 28, () => {
      const start = agent.pick(['I', 'The', 'Let', 'We', 'It', 'Now', 'Next', 'To']);
      agent.shell(`${start} ${agent.words.prose(1, 1)}`, {
        text: `/bin/bash: line ${agent.between(100, 9000)}: ${start}: command not found`,
        exit: 127,
      });
    });
  },
};
