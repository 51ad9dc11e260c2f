import type { Family } from '../family.ts';

/** What the pictures show is not in the data. */
export const computerUse: Family = {
  name: 'h_computer_use',
  what: 'moves through a program by clicks and screenshots that are only pictures',
  batch: 2,
  play(agent) {
    agent.prompt('Set up the mail account in the settings.');
    const tool = agent.pick(['computer', 'computer_use']);
    agent.times(12, 22, () => {
      const action = agent.pick(['left_click', 'left_click', 'type', 'key']);
      const args =
        action === 'left_click'
          ? { action, coordinate: [agent.between(10, 1200), agent.between(10, 700)] }
          : action === 'type'
            ? { action, text: agent.words.sentence() }
            : { action, text: agent.pick(['Tab', 'Return', 'ctrl+a']) };
      agent.call(tool, args, agent.pick(['', 'OK']));
      agent.call(tool, { action: 'screenshot' }, '[image]');
    });
    agent.answer('The account is set up.');
  },
};
