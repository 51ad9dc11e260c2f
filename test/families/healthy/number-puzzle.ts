import type { Family } from '../family.ts';

export const numberPuzzle: Family = {
  name: 'h_number_puzzle',
  what: 'fills in a puzzle cell by cell, with a conflict now and then',
  batch: 6,
  play(agent) {
    agent.prompt('Solve the puzzle.');
    agent.call(
      'show',
      {},
      Array.from({ length: 9 }, () =>
        Array.from({ length: 9 }, () => agent.between(0, 9)).join(' '),
      ).join('\n'),
    );
    agent.times(24, 44, () => {
      agent.call(
        'place',
        { row: agent.between(1, 9), column: agent.between(1, 9), value: agent.between(1, 9) },
        agent.random.chance(0.25) ? 'conflict' : 'ok',
      );
    });
    agent.answer('Solved.');
  },
};
