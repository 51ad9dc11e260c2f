import type { Family } from '../family.ts';

export const boardUpkeep: Family = {
  name: 'h_board_upkeep',
  what: 'moves one card of a board at a time and lists the board after each',
  batch: 1,
  play(agent) {
    agent.prompt('Work through the board: move each card to where it belongs.');
    const cards = Array.from({ length: agent.between(9, 18) }, () => ({
      id: `T-${agent.between(100, 999)}`,
      title: agent.words.sentence(),
      column: 'Inbox',
    }));
    const show = () =>
      [
        '| id | title | column |',
        ...cards.map(({ id, title, column }) => `| ${id} | ${title} | ${column} |`),
      ].join('\n');
    agent.call('list_cards', { board: 'main' }, show());
    for (const card of cards) {
      card.column = agent.pick(['Doing', 'Blocked', 'Done']);
      agent.call('move_card', { id: card.id, column: card.column }, 'ok');
      agent.call('list_cards', { board: 'main' }, show());
    }
    agent.answer('The board is in order.');
  },
};
