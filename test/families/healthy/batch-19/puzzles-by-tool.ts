/**
 * Towers of Hanoi, or sliding the tiles of 2048, by a tool: few different moves, many times, and states that look alike.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const PEGS = ['A', 'B', 'C'] as const;

function hanoi(agent: ScriptedAgent): void {
  const discs = agent.pick([5, 6]);
  const pegs: [number[], number[], number[]] = [
    Array.from({ length: discs }, (_, k) => discs - k),
    [],
    [],
  ];
  const shown = () => pegs.map((peg, k) => `${PEGS[k]}: ${peg.join(' ')}`).join('\n');
  const move = (count: number, from: 0 | 1 | 2, to: 0 | 1 | 2, over: 0 | 1 | 2): void => {
    if (count === 0) return;
    move(count - 1, from, over, to);
    const disc = pegs[from].pop();
    if (disc !== undefined) pegs[to].push(disc);
    agent.call('move_disc', { from: PEGS[from], to: PEGS[to] }, `ok\n${shown()}`);
    move(count - 1, over, to, from);
  };
  agent.prompt(
    `Solve the towers of Hanoi with ${discs} discs from A to C, one tool call per move.`,
  );
  agent.call('get_state', {}, shown());
  move(discs, 0, 2, 1);
  agent.answer(`Solved in ${2 ** discs - 1} moves.`);
}

/** One row slid to the left; equal neighbours join once. */
function slid(row: readonly number[]): number[] {
  const tiles = row.filter((tile) => tile > 0);
  const out: number[] = [];
  for (let k = 0; k < tiles.length; k += 1) {
    const tile = tiles[k] ?? 0;
    if (tile === tiles[k + 1]) {
      out.push(tile * 2);
      k += 1;
    } else out.push(tile);
  }
  return [...out, ...Array.from({ length: row.length - out.length }, () => 0)];
}

const turned = (board: readonly (readonly number[])[]): number[][] =>
  [0, 1, 2, 3].map((y) => [0, 1, 2, 3].map((x) => board[x]?.[3 - y] ?? 0));

const TURNS = { left: 0, up: 1, right: 2, down: 3 } as const;

function slidingTiles(agent: ScriptedAgent): void {
  let board = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  const add = () => {
    const free = board.flatMap((row, y) =>
      row.flatMap((tile, x) => (tile === 0 ? [[y, x] as const] : [])),
    );
    const [y, x] = agent.pick(free);
    board = board.map((row, at) =>
      row.map((tile, column) => (at === y && column === x ? agent.pick([2, 2, 2, 4]) : tile)),
    );
  };
  const shown = () =>
    board.map((row) => row.map((t) => String(t || '.').padStart(4)).join('')).join('\n');
  const after = (direction: keyof typeof TURNS) => {
    let next = board.map((row) => [...row]);
    for (let k = 0; k < TURNS[direction]; k += 1) next = turned(next);
    next = next.map(slid);
    for (let k = TURNS[direction]; k < 4; k += 1) next = turned(next);
    return next;
  };
  add();
  add();
  const [tool, argument] = agent.pick([
    ['game_press', 'key'],
    ['swipe', 'direction'],
    ['mcp__2048__move', 'dir'],
  ] as const);
  agent.prompt('Play 2048 with the game tool and get as far as you can.');
  const moves = agent.between(60, 110);
  for (let k = 0; k < moves; k += 1) {
    const before = JSON.stringify(board);
    const possible = (['left', 'down', 'right', 'up'] as const).filter(
      (direction) => JSON.stringify(after(direction)) !== before,
    );
    if (possible.length === 0) break;
    const direction = possible[agent.random.chance(0.8) ? 0 : possible.length - 1] ?? 'left';
    if (agent.random.chance(0.05) && !possible.includes('left'))
      agent.call(tool, { [argument]: 'left' }, `no change\n${shown()}`);
    board = after(direction);
    add();
    agent.call(tool, { [argument]: direction }, shown());
  }
  agent.answer(`The highest tile is ${Math.max(...board.flat())}.`);
}

export const puzzlesByTool: Family = {
  name: 'h_puzzles_by_tool',
  what: 'plays 2048 or the towers of Hanoi with few different moves, until it is over or solved',
  batch: 19,
  play(agent) {
    agent.pick([hanoi, slidingTiles])(agent);
  },
};
