import type { Family } from '../family.ts';

/** A watchdog wakes the agent as soon as it rests. */
export const wokenForNothing: Family = {
  name: 's_woken_for_nothing',
  what: 'is woken by a watchdog at once after each answer and says each time that it has nothing to do',
  batch: 7,
  limit: 12,
  unit: 'answer',
  play(agent) {
    agent.prompt('Tell me when the customer has answered.');
    agent.warmUp(1, 4);
    agent.loopBegins();
    const wake = agent.pick([
      '[watchdog] The agent appears idle. Resume your task.',
      'System: no activity detected. Continue working.',
    ]);
    agent.times(16, 26, () => {
      agent.answer(
        agent.pick([
          'There is nothing to do until the customer answers. I am waiting.',
          'No answer from the customer yet, so I keep waiting.',
          'I am still waiting for the customer; nothing else to do.',
          'Still nothing from the customer. Waiting.',
          'Waiting for the answer of the customer.',
        ]),
      );
      agent.rest(agent.between(300, 1500));
      agent.prompt(wake);
    });
  },
};
