import type { Family } from '../family.ts';

/** The program is written anew each time; the reason it fails is elsewhere. No flag and no exit code tells. */
export const sameFailureNewFile: Family = {
  name: 's_same_failure_new_file',
  what: 'rewrites a script again and again, and it fails in the same place',
  batch: 2,
  limit: 20,
  play(agent) {
    agent.prompt('Write a script that loads the figures into the warehouse.');
    const path = `${agent.words.root}/load.py`;
    agent.loopBegins();
    agent.times(11, 16, () => {
      agent.write(path, agent.words.codeLines(8, 20));
      agent.shell('python load.py', {
        text: `Connecting to warehouse\nOperationalError: FATAL: password authentication failed for user "loader"\nTook 0.${agent.between(10, 99)} s`,
        exit: agent.manner === 'claude' ? 1 : 0,
      });
    });
  },
};
