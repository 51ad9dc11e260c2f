/**
 * A small robot is driven through a maze by feel: it moves or is blocked, and tries another way.
 */
import type { Family } from '../../family.ts';

export const robotMaze: Family = {
  name: 'h_robot_maze',
  what: 'drives a robot through a maze with four commands; many moves are blocked, and it goes back from dead ends',
  batch: 27,

  play(agent) {
    let [x, y] = [0, 0];
    const steps = agent.between(40, 80);
    agent.prompt('Drive the robot out of the maze. It starts at 0, 0.');
    for (let step = 0; step < steps; step += 1) {
      const direction = agent.pick(['north', 'east', 'east', 'south', 'north', 'west']);
      if (agent.random.chance(0.35)) {
        agent.call('drive', { direction }, { moved: false, reason: 'wall', at: [x, y] });
        continue;
      }
      x += direction === 'east' ? 1 : direction === 'west' ? -1 : 0;
      y += direction === 'north' ? 1 : direction === 'south' ? -1 : 0;
      agent.call(
        'drive',
        { direction },
        { moved: true, at: [x, y], distance_cm: agent.between(20, 190) },
      );
    }
    agent.call('drive', { direction: 'east' }, { moved: true, at: [x + 1, y], exit: true });
    agent.answer('It is out.');
  },
};
