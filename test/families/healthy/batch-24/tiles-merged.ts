/**
 * A player of the game of merged tiles: four moves, hundreds of times, with a board that fills and a score that rises.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const MOVES = ['left', 'down', 'right', 'up'] as const;
type Move = (typeof MOVES)[number];

class Board {
  cells: number[] = Array.from({ length: 16 }, () => 0);
  score = 0;
  readonly #agent: ScriptedAgent;

  constructor(agent: ScriptedAgent) {
    this.#agent = agent;
    this.#spawn();
    this.#spawn();
  }

  /** Whether anything moved. */
  push(move: Move): boolean {
    const before = this.cells.join();
    for (let line = 0; line < 4; line += 1) {
      const places = [0, 1, 2, 3].map((step) =>
        move === 'left' || move === 'right' ? line * 4 + step : step * 4 + line,
      );
      if (move === 'right' || move === 'down') places.reverse();
      const merged = this.#merge(places.map((place) => this.cells[place] ?? 0));
      for (const [index, place] of places.entries()) this.cells[place] = merged[index] ?? 0;
    }
    if (this.cells.join() === before) return false;
    this.#spawn();
    return true;
  }

  text(): string {
    return [0, 4, 8, 12]
      .map((start) =>
        this.cells
          .slice(start, start + 4)
          .map((cell) => (cell === 0 ? '.' : String(cell)).padStart(5))
          .join(''),
      )
      .join('\n');
  }

  #merge(line: readonly number[]): number[] {
    const tiles = line.filter((tile) => tile > 0);
    const merged: number[] = [];
    while (tiles.length > 0) {
      const tile = tiles.shift() ?? 0;
      if (tiles[0] === tile) {
        tiles.shift();
        this.score += tile * 2;
        merged.push(tile * 2);
      } else merged.push(tile);
    }
    return merged;
  }

  #spawn(): void {
    const free = [...this.cells.keys()].filter((place) => this.cells[place] === 0);
    if (free.length > 0)
      this.cells[this.#agent.pick(free)] = this.#agent.random.chance(0.9) ? 2 : 4;
  }
}

export const tilesMerged: Family = {
  name: 'h_tiles_merged',
  what: 'plays a game of merged tiles with four moves, mostly two of them in turn; now and then a move does nothing',
  batch: 24,
  play(agent) {
    const board = new Board(agent);
    const tool = agent.pick(['move', 'press', 'game_action']);
    const scored = agent.random.chance(0.6);
    agent.prompt(`Play 2048 as far as you get; ${tool} takes left, right, up or down.`);
    agent.times(70, 160, () => {
      for (const move of agent.random.chance(0.9) ? MOVES : agent.shuffled(MOVES)) {
        const moved = board.push(move);
        const tail = scored ? `\nscore ${board.score}` : '';
        agent.call(
          tool,
          { direction: move },
          `${moved ? '' : 'nothing moved\n'}${board.text()}${tail}`,
          {
            saying: agent.pick(['', '', '', 'Keeping the large tiles in the corner.']),
          },
        );
        if (moved) return;
      }
    });
    agent.answer(`The largest tile is ${Math.max(...board.cells)}, the score ${board.score}.`);
  },
};
