import type { Family } from '../family.ts';

export const orderEntry: Family = {
  name: 'h_order_entry',
  what: 'enters one order after the other into the same form',
  batch: 8,
  play(agent) {
    agent.prompt('Enter the orders of this list into the shop.');
    const form =
      'New order\n[ref=e2] textbox "Customer"\n[ref=e3] textbox "Article"\n[ref=e5] button "Save"';
    agent.times(8, 16, (index) => {
      agent.call('browser_click', { element: 'New order', ref: 'e9' }, form);
      agent.call(
        'browser_type',
        { element: 'Customer', ref: 'e2', text: agent.words.person() },
        agent.pick(['Typed.', form]),
      );
      agent.call(
        'browser_type',
        { element: 'Article', ref: 'e3', text: `${agent.words.noun()} ${agent.between(1, 99)}` },
        agent.pick(['Typed.', form]),
      );
      agent.call(
        'browser_click',
        { element: 'Save', ref: 'e5' },
        `Order ${4000 + index} saved.\n${form}`,
      );
    });
    agent.answer('All orders are entered.');
  },
};
