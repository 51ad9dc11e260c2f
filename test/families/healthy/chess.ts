import type { Family } from '../family.ts';

export const chess: Family = {
  name: 'h_chess',
  what: 'plays a game on a board of which two squares change with every move',
  batch: 7,
  play(agent) {
    agent.prompt('Play a game of chess against the engine.');
    const board = Array.from({ length: 8 }, (_, row) =>
      Array.from({ length: 8 }, (): string => (row < 2 ? 'p' : row > 5 ? 'P' : '.')),
    );
    const files = 'abcdefgh';
    agent.times(24, 40, (move) => {
      const [fromRow, fromCol, toRow, toCol] = [
        agent.between(0, 7),
        agent.between(0, 7),
        agent.between(0, 7),
        agent.between(0, 7),
      ];
      const piece = board[fromRow]?.[fromCol] ?? '.';
      const target = board[toRow];
      const source = board[fromRow];
      if (source !== undefined) source[fromCol] = '.';
      if (target !== undefined)
        target[toCol] = piece === '.' ? agent.pick(['N', 'n', 'R', 'q']) : piece;
      const played = `${files.charAt(fromCol)}${8 - fromRow}${files.charAt(toCol)}${8 - toRow}`;
      const shown = board.map((row) => row.join(' ')).join('\n');
      agent.call(
        'make_move',
        { move: played },
        agent.random.chance(0.1)
          ? 'Illegal move.'
          : `${shown}\n${move % 2 === 0 ? 'Black' : 'White'} to move.`,
      );
      if (agent.random.chance(0.3)) agent.call('get_board', {}, shown);
    });
    agent.answer('Draw by agreement.');
  },
};
