/**
 * A box was pushed into a corner; whoever plays on without taking it back walks about for nothing.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const ROOM = ['########', '#      #', '#  #   #', '#      #', '#   #  #', '#      #', '########'];
const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] } as const;
const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

export const deadlockedBox: Family = {
  name: 's_deadlocked_box',
  what: 'walks about in a Sokoban level whose last box stands in a corner for good',
  batch: 16,
  limit: 32,
  play(agent) {
    const goals = [
      [5, 6],
      [4, 5],
    ] as const;
    const corner = agent.pick([
      [1, 1],
      [1, 6],
      [5, 1],
    ] as const);
    let box: readonly [number, number] = [corner[0] === 1 ? 2 : 4, corner[1]];
    let player: readonly [number, number] = [3, 4];
    let moves = agent.between(3, 30);
    const tool = agent.pick(['sokoban_move', 'mcp__puzzle__move', 'game_step']);
    const isBox = (row: number, column: number) =>
      (row === box[0] && column === box[1]) || (row === goals[0][0] && column === goals[0][1]);
    const board = () =>
      ROOM.map((line, row) =>
        Array.from(line, (square, column) => {
          const goal = goals.some(([r, c]) => r === row && c === column);
          if (player[0] === row && player[1] === column) return goal ? '+' : '@';
          if (isBox(row, column)) return goal ? '*' : '$';
          return goal ? '.' : square;
        }).join(''),
      ).join('\n');
    const go = (direction: (typeof DIRECTIONS)[number], note = '') => {
      moves += 1;
      agent.call(tool, { direction }, `${board()}\nmoves: ${moves}  boxes on goal: 1/2${note}`, {
        saying: agent.pick([
          `The box has to come away from the wall, so I go ${direction}.`,
          musing(agent, 'last box'),
          `From the ${agent.pick(['south', 'north', 'side'])} I should be able to push it.`,
          '',
        ]),
      });
    };
    const step = () => {
      const direction = agent.pick(DIRECTIONS);
      const [row, column] = [player[0] + STEPS[direction][0], player[1] + STEPS[direction][1]];
      const blocked = ROOM[row]?.charAt(column) === '#' || isBox(row, column);
      if (!blocked) player = [row, column];
      go(direction, blocked ? '  (bump)' : '');
    };
    agent.prompt('Solve the Sokoban level. You can `move`, `undo` and `restart`.');
    agent.times(2, 5, () =>
      agent.call(
        'puzzle_help',
        { topic: agent.pick(['rules', 'symbols', 'scoring', 'undo']) },
        agent.words.prose(2, 4),
      ),
    );
    while (player[1] !== box[1]) {
      const direction = player[1] > box[1] ? 'left' : 'right';
      player = [player[0], player[1] + STEPS[direction][1]];
      go(direction);
    }
    player = box;
    box = corner;
    go(corner[0] === 1 ? 'up' : 'down');
    agent.loopBegins();
    agent.times(44, 58, step);
  },
};
