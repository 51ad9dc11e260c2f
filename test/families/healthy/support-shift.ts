import type { Family } from '../family.ts';

export const supportShift: Family = {
  name: 'h_support_shift',
  what: 'answers one customer after the other with the same steps and nearly the same words',
  batch: 1,
  play(agent) {
    const closing = 'Is there anything else I can help you with?';
    agent.times(8, 16, () => {
      const order = `#${agent.between(10_000, 99_999)}`;
      agent.prompt(
        agent.pick([
          `Where is my order ${order}?`,
          `Hi, my parcel ${order} has not come yet.`,
          `Order ${order} - any news?`,
        ]),
      );
      agent.call(
        'get_order',
        { order },
        {
          order,
          status: agent.pick(['shipped', 'packed', 'delivered']),
          carrier: agent.pick(['DHL', 'UPS', 'GLS']),
          eta: `2026-11-${agent.between(17, 30)}`,
        },
      );
      if (agent.random.chance(0.4))
        agent.call(
          'search_policy',
          { topic: 'delivery times' },
          'Orders arrive within 3 to 5 working days.',
        );
      agent.answer(`I have looked into order ${order}. It is on its way. ${closing}`);
      agent.rest(agent.between(20_000, 400_000));
      if (agent.random.chance(0.5)) {
        agent.prompt(agent.pick(['No, thank you!', 'Thanks!', 'No thanks, bye.']));
        agent.answer(agent.pick(['You are welcome. Have a nice day!', 'Have a nice day!']));
        agent.rest(agent.between(20_000, 600_000));
      }
    });
  },
};
