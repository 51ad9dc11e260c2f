import type { Family } from '../family.ts';

/** The agent has nothing left to do and no way to say so. */
export const idleCommands: Family = {
  name: 's_idle_commands',
  what: 'runs commands that do nothing',
  batch: 1,
  limit: 14,
  play(agent) {
    agent.prompt(`Rename ${agent.words.symbol()} everywhere.`);
    agent.warmUp(4, 10);
    agent.loopBegins();
    agent.times(18, 30, () => {
      const word = agent.pick([
        'done',
        'Task complete',
        'waiting',
        'ok',
        'All finished',
        'ready',
        'complete',
        'idle',
      ]);
      const [command, shown] = agent.pick([
        ['true', ''],
        [`echo "${word}"`, word],
        [`: # ${agent.words.verb()}`, ''],
        [`true # ${word}`, ''],
        ['sleep 0', ''],
        [`printf '${word}\\n'`, word],
        ['echo', ''],
      ] as const);
      agent.shell(command, shown);
    });
  },
};
