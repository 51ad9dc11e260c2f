/**
 * Level after level of Sokoban: walking to the box, pushing it home, taking a move back now and then.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const levelsSolved: Family = {
  name: 'h_levels_solved',
  what: 'solves small Sokoban levels one after the other, with detours and moves taken back',
  batch: 16,
  play(agent) {
    const tool = agent.pick(['sokoban_move', 'mcp__puzzle__move', 'game_step']);
    const height = 7;
    agent.prompt('Solve the Sokoban levels. You can `move`, `undo` and `restart`.');
    agent.times(4, 5, (level) => {
      const row = agent.between(1, 5);
      const goal = agent.between(6, 8);
      let box = agent.between(2, 4);
      let [y, x] = [agent.between(1, 5), 1];
      let moves = 0;
      const board = () =>
        Array.from({ length: height }, (_, r) =>
          Array.from({ length: 11 }, (__, c) => {
            if (r === 0 || r === height - 1 || c === 0 || c === 10) return '#';
            if (r === y && c === x) return '@';
            if (r === row && c === box) return box === goal ? '*' : '$';
            if (r === row && c === goal) return '.';
            return (r * 7 + c * 3 + level) % 13 === 0 && r !== row && c > 2 ? '#' : ' ';
          }).join(''),
        ).join('\n');
      const go = (direction: string, act: () => void) => {
        act();
        moves += 1;
        const done = box === goal;
        agent.call(
          tool,
          { direction },
          `Level ${level + 1}\n${board()}\nmoves: ${moves}  boxes on goal: ${done ? 1 : 0}/1${done ? '  SOLVED' : ''}`,
          { saying: musing(agent, 'box') },
        );
      };
      const down = y < row;
      for (let steps = Math.abs(row - y); steps > 0; steps -= 1)
        go(down ? 'down' : 'up', () => {
          y += down ? 1 : -1;
        });
      for (let steps = box - 1 - x; steps > 0; steps -= 1)
        go('right', () => {
          x += 1;
        });
      const push = (columns: number) =>
        go(columns > 0 ? 'right' : 'undo', () => {
          x += columns;
          box += columns;
        });
      for (let pushes = goal - box; pushes > 0; pushes -= 1) {
        push(1);
        if (pushes > 1 && agent.random.chance(0.15)) {
          push(-1);
          push(1);
        }
      }
    });
    agent.answer('All levels are solved.');
  },
};
