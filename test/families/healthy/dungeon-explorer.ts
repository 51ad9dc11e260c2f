import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

const STEPS = { h: [-1, 0], l: [1, 0], k: [0, -1], j: [0, 1] } as const;
type Key = keyof typeof STEPS;

const WIDTH = 44;
const HEIGHT = 9;

/** A level of which more is seen with nearly every step. */
class Level {
  readonly #agent: ScriptedAgent;
  readonly #cells = Array.from({ length: HEIGHT }, () => Array.from({ length: WIDTH }, () => ' '));
  readonly #number: number;
  #at: readonly [number, number] = [3, 4];
  #turn: number;
  #gold: number;
  #health = 18;

  constructor(agent: ScriptedAgent, number: number, turn: number) {
    this.#agent = agent;
    this.#number = number;
    this.#turn = turn;
    this.#gold = number * agent.between(5, 30);
    this.#see();
  }

  get turn(): number {
    return this.#turn;
  }

  isFree(key: Key): boolean {
    const [x, y] = this.#ahead(key);
    return x > 0 && y > 0 && x < WIDTH - 1 && y < HEIGHT - 1;
  }

  press(key: Key): string {
    const isWall = !this.isFree(key);
    if (!isWall) this.#at = this.#ahead(key);
    this.#turn += 1;
    this.#health = Math.min(24, Math.max(5, this.#health + this.#agent.between(-1, 1)));
    this.#see();
    const found = !isWall && this.#agent.random.chance(0.08) ? this.#agent.between(3, 40) : 0;
    this.#gold += found;
    if (found > 0) return this.#frame(`$ - ${found} gold pieces.`);
    return this.#frame(
      isWall ? "It's a wall." : this.#agent.pick(['', '', '', 'You kill the newt!']),
    );
  }

  #ahead(key: Key): readonly [number, number] {
    const [dx, dy] = STEPS[key];
    return [this.#at[0] + dx, this.#at[1] + dy];
  }

  #see(): void {
    for (let y = this.#at[1] - 1; y <= this.#at[1] + 1; y += 1) {
      for (let x = this.#at[0] - 1; x <= this.#at[0] + 1; x += 1) {
        const row = this.#cells[y];
        if (row === undefined || row[x] === undefined || row[x] !== ' ') continue;
        const isEdge = x === 0 || y === 0 || x === WIDTH - 1 || y === HEIGHT - 1;
        row[x] = isEdge ? '#' : this.#agent.pick(['.', '.', '.', '.', '%', '#']);
      }
    }
  }

  #frame(message: string): string {
    const rows = this.#cells.map((row, y) =>
      row
        .map((cell, x) => (x === this.#at[0] && y === this.#at[1] ? '@' : cell))
        .join('')
        .trimEnd(),
    );
    return `${message}\n${rows.join('\n')}\nAgent the Stripling   St:16 Dx:12 Co:17 In:9 Wi:8 Ch:11  Lawful\nDlvl:${this.#number} $:${this.#gold} HP:${this.#health}(24) Pw:2(2) AC:6 Xp:2/31 T:${this.#turn}`;
  }
}

export const dungeonExplorer: Family = {
  name: 'h_dungeon_explorer',
  what: 'plays a dungeon game with four keys; the map grows and the levels get deeper',
  batch: 9,
  play(agent) {
    agent.prompt('Play the game and get as deep as you can.');
    let turn = agent.between(1, 900);
    agent.times(2, 3, (index) => {
      const level = new Level(agent, index + 1, turn);
      // Mostly to the right, in legs of some steps up or down, and back a little now and then.
      agent.times(7, 10, () => {
        const legs: readonly Key[] = [
          agent.pick<Key>(['j', 'k']),
          'l',
          agent.pick<Key>(['l', 'l', 'h']),
        ];
        for (const key of legs) {
          let isOpen = true;
          agent.times(1, 3, () => {
            if (!isOpen) return;
            isOpen = level.isFree(key);
            agent.call('mcp__roguelike__send_keys', { keys: key }, level.press(key), {
              saying: agent.pick(['', '', 'Exploring further.', 'Moving on.']),
            });
          });
        }
      });
      agent.call(
        'mcp__roguelike__send_keys',
        { keys: '>' },
        `You climb down the stairs.\nDlvl:${index + 2}`,
      );
      turn = level.turn;
    });
    agent.answer('My game is over; I fell into a pit on the last level.');
  },
};
