/**
 * A player walks the same ring of rooms of an adventure, looking at things on the way that say what they said before.
 */
import type { Family } from '../../family.ts';

const ROOMS = [
  'a damp cellar',
  'a hall of mirrors',
  'an old kitchen',
  'a library without books',
  'a narrow landing',
  'a walled garden',
  'a boiler room',
  'a chapel',
];
const THINGS = ['rusty grate', 'portrait', 'cracked basin', 'iron door', 'lever without a handle'];

export const roomsInCircle: Family = {
  name: 's_rooms_in_circle',
  what: 'walks round the same few rooms of a game and looks at the same locked things; nothing opens, only the moves are counted',
  batch: 24,
  limit: 24,
  play(agent) {
    const rooms = agent.shuffled(ROOMS).slice(0, agent.between(4, 5));
    const ways = agent.shuffled(['north', 'east', 'south', 'west', 'up']).slice(0, rooms.length);
    const things = agent.shuffled(THINGS);
    const counts = agent.random.chance(0.6);
    const tool = agent.pick(['act', 'game_step', 'send_command']);
    let moves = agent.between(0, 40);
    const act = (command: string, text: string) => {
      moves += 1;
      agent.call(tool, { command }, counts ? `${text}\n[moves: ${moves}  score: 10]` : text, {
        saying: agent.pick([
          '',
          '',
          'There must be a way out here.',
          'Let me explore further.',
          'I will look at this more closely.',
        ]),
      });
    };
    agent.prompt(agent.pick(['Find the way out of the house.', 'Win the game.', 'Get the crown.']));
    act('look', `You are in ${rooms[0] ?? ''}.`);
    act('inventory', 'You carry a lamp (lit) and a note.');
    act('read note', `The note says: ${agent.words.sentence()}`);
    for (const [index, way] of ways.entries())
      act(`go ${way}`, `You are in ${rooms[(index + 1) % rooms.length] ?? ''}.`);
    agent.loopBegins();
    agent.times(8, 12, () => {
      for (const [index, way] of ways.entries()) {
        const thing = things[index % things.length] ?? 'door';
        if (agent.random.chance(0.45))
          act(
            agent.pick([`examine ${thing}`, `look at ${thing}`, `open ${thing}`]),
            `The ${thing} does not budge.`,
          );
        if (agent.random.chance(0.1)) act('look', `You are in ${rooms[index] ?? ''}.`);
        act(`go ${way}`, `You are in ${rooms[(index + 1) % rooms.length] ?? ''}.`);
      }
    });
  },
};
