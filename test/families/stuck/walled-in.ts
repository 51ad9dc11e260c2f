import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

const STEPS = { h: [-1, 0], l: [1, 0], k: [0, -1], j: [0, 1] } as const;
type Key = keyof typeof STEPS;
const KEYS: readonly Key[] = ['h', 'j', 'k', 'l'];

/** A closet without a door; the dog in it never stands still, so that no two frames are equal. */
class Closet {
  readonly #agent: ScriptedAgent;
  readonly #width: number;
  readonly #height: number;
  #at: readonly [number, number] = [0, 0];
  #turn: number;
  #health: number;

  constructor(agent: ScriptedAgent) {
    this.#agent = agent;
    this.#width = agent.between(3, 5);
    this.#height = agent.between(2, 3);
    this.#turn = agent.between(400, 2600);
    this.#health = agent.between(14, 20);
  }

  press(key: Key): string {
    const [x, y] = this.#at;
    const [dx, dy] = STEPS[key];
    const isWall = x + dx < 0 || y + dy < 0 || x + dx >= this.#width || y + dy >= this.#height;
    if (!isWall) this.#at = [x + dx, y + dy];
    this.#turn += 1;
    if (this.#turn % 11 === 0 && this.#health < 24) this.#health += 1;
    return this.#frame(isWall ? this.#agent.pick(["It's a wall.", '', 'Ouch!']) : '');
  }

  #frame(message: string): string {
    const dog = [this.#agent.between(0, this.#width - 1), this.#agent.between(0, this.#height - 1)];
    const rows = Array.from({ length: this.#height }, (_, y) =>
      Array.from({ length: this.#width }, (_cell, x) => {
        if (x === this.#at[0] && y === this.#at[1]) return '@';
        return x === dog[0] && y === dog[1] ? 'd' : '.';
      }).join(''),
    );
    const side = '-'.repeat(this.#width + 2);
    const pad = ' '.repeat(18);
    const room = [side, ...rows.map((row) => `|${row}|`), side].map((row) => pad + row);
    return `${message}\n\n${room.join('\n')}\n\nAgent the Stripling   St:16 Dx:12 Co:17 In:9 Wi:8 Ch:11  Lawful\nDlvl:2 $:41 HP:${this.#health}(24) Pw:2(2) AC:6 Xp:2/31 T:${this.#turn}`;
  }
}

export const walledIn: Family = {
  name: 's_walled_in',
  what: 'plays a dungeon game and walks about in a closet without a door while the turns are counted up',
  batch: 9,
  limit: 40,
  play(agent) {
    agent.prompt('Play the game and get as deep as you can.');
    const closet = new Closet(agent);
    agent.loopBegins();
    agent.times(62, 90, () => {
      const key = agent.pick(KEYS);
      agent.call('mcp__roguelike__send_keys', { keys: key }, closet.press(key), {
        saying: agent.pick([
          '',
          'There must be an exit. I will explore this side.',
          'Trying the other direction.',
          'Let me walk along the wall.',
          'Moving on.',
        ]),
      });
    });
  },
};
