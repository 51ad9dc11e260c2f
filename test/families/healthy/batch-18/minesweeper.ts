/**
 * A game of mines: each move opens a square or sets a flag, and the board comes back nearly as it was.
 */
import type { Family } from '../../family.ts';

export const minesweeper: Family = {
  name: 'h_minesweeper',
  what: 'plays a game of mines square by square; the board that comes back is nearly the one before',
  batch: 18,
  play(agent) {
    const size = agent.pick([8, 9, 10]);
    const squares = Array.from({ length: size * size }, (_, at) => at);
    const mines = new Set(agent.shuffled(squares).slice(0, Math.floor(size * size * 0.18)));
    const shown = new Map<number, string>();
    const neighbours = (at: number) =>
      [-1, 0, 1].flatMap((dy) =>
        [-1, 0, 1].flatMap((dx) => {
          const [x, y] = [(at % size) + dx, Math.floor(at / size) + dy];
          const isInside = x >= 0 && y >= 0 && x < size && y < size;
          return isInside && (dx !== 0 || dy !== 0) ? [y * size + x] : [];
        }),
      );
    const board = () =>
      Array.from({ length: size }, (_, y) =>
        Array.from({ length: size }, (__, x) => shown.get(y * size + x) ?? '#').join(' '),
      ).join('\n');
    agent.prompt(`Play a game of minesweeper (${size}×${size}, ${mines.size} mines) and win it.`);
    agent.call('new_game', { size, mines: mines.size }, board());
    const around = (at: number) => neighbours(at).filter((one) => mines.has(one)).length;
    const open = (at: number) => {
      if (shown.has(at)) return;
      shown.set(at, String(around(at)));
      if (around(at) === 0) for (const one of neighbours(at)) open(one);
    };
    for (const at of agent.shuffled(squares)) {
      if (shown.has(at)) continue;
      const isMine = mines.has(at);
      if (isMine) shown.set(at, 'F');
      else open(at);
      agent.call(
        'play',
        { action: isMine ? 'flag' : 'open', x: at % size, y: Math.floor(at / size) },
        `${board()}\n${isMine ? 'flag set' : 'safe'}`,
      );
    }
    agent.answer('The game is won.');
  },
};
