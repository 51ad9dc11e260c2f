/**
 * A game in which a person begins their speech anew whenever the last line is confirmed; the agent confirms on and on.
 */
import type { Family } from '../../family.ts';

const SPEECHES = [
  [
    'Welcome to the harbour!',
    'The ferry is closed today.',
    'The captain lost his lamp in the cave.',
    'Come back when you have it.',
  ],
  [
    'Hm? A visitor?',
    'My daughter went into the forest.',
    'Nobody has seen her since.',
    'Please look for her.',
  ],
  [
    'Halt!',
    'Only members may enter the tower.',
    'Members carry a silver badge.',
    'You do not seem to have one.',
    'Off you go.',
  ],
];

export const dialogRestarts: Family = {
  name: 's_dialog_restarts',
  what: 'confirms the lines of a person in a game who begins anew after the last one, without ever walking away',
  batch: 22,
  limit: 24,
  play(agent) {
    const speech = agent.pick(SPEECHES);
    const [map, x, y] = [agent.between(1, 12), agent.between(2, 18), agent.between(2, 18)];
    const tool = agent.pick(['press_button', 'send_key', 'game_input']);
    const turns = agent.random.chance(0.5);
    let frame = agent.between(500, 9000);
    const press = (button: string, at: string, dialog: string) => {
      frame += agent.between(12, 60);
      agent.call(tool, { button }, `frame ${frame}: map ${map}, pos (${at}), dialog: ${dialog}`, {
        saying: agent.pick([
          '',
          '',
          '',
          'Continuing the dialog.',
          'Let me talk to them.',
          'Pressing A to advance.',
        ]),
      });
    };
    agent.prompt('Get past the first island. Use the buttons; every answer shows the state.');
    agent.times(4, 15, (step) => {
      press(agent.pick(['up', 'left']), `${x + 6},${y + 20 - step}`, 'none');
    });
    agent.loopBegins();
    agent.times(44, 64, (index) => {
      const line = speech[index % speech.length] ?? '';
      if (turns && index > 0 && index % speech.length === 0) press('b', `${x},${y}`, 'none');
      press('a', `${x},${y}`, `"${line}"`);
    });
  },
};
