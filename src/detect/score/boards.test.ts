/** A game on a board of figures: each board is another one, and the same board again is none. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type TranscriptEvent } from '../index.ts';

const MOVES = 40;
const DIRECTIONS = ['left', 'down', 'left', 'up'];

/** The rule that stops a player who sees these boards, one after each move; null where none does. */
function rule(board: (move: number) => string) {
  const events: TranscriptEvent[] = Array.from({ length: MOVES }, (_, move) => ({
    kind: 'tool',
    tool: 'press',
    args: { direction: DIRECTIONS[move % DIRECTIONS.length] },
    result: board(move),
    atMs: 1_790_000_000_000 + move * 5_000,
  }));
  return detectThread({ id: 't', events }).rule;
}

/** Four rows of tiles: a seed says what is in each of the sixteen places. */
function tiles(seed: number): string {
  const kinds = ['.', '2', '4', '8', '16', '32'];
  const row = (at: number) =>
    [0, 1, 2, 3]
      .map((place) => kinds[(Math.imul(seed * 16 + at * 4 + place, 2_654_435_761) >>> 16) % 6])
      .join('    ');
  return [0, 1, 2, 3].map(row).join('\n');
}

describe('a board of figures', () => {
  verifies('X16', 'that is another one after each move is a game', () => {
    expect(rule(tiles)).toBeNull();
  });

  verifies('X16', 'that is the same after each move is a loop', () => {
    expect(rule(() => tiles(3))).toBe('no-progress');
  });
});
