import type { Family } from '../family.ts';

export const textAdventure: Family = {
  name: 'h_text_adventure',
  what: 'walks about in a small world, passing the same rooms now and then',
  batch: 4,
  play(agent) {
    agent.prompt('Play the game and find the lamp.');
    const rooms = Array.from({ length: agent.between(9, 14) }, () => agent.words.prose(2, 3));
    let at = 0;
    agent.times(20, 34, (turn) => {
      at = agent.random.chance(0.75) ? Math.min(at + 1, rooms.length - 1) : Math.max(at - 1, 0);
      const seen = agent.random.chance(0.3) ? ` You see a ${agent.words.noun()}.` : '';
      agent.call(
        'act',
        {
          command: agent.pick([
            'go north',
            'go south',
            'look',
            'go east',
            `take ${agent.words.noun()}`,
          ]),
        },
        `${rooms[at] ?? ''}${seen} (turn ${turn + 1})`,
      );
    });
    agent.answer('Found it.');
  },
};
