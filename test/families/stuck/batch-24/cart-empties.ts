/**
 * A shop says yes to each thing put into the cart and has an empty cart at the till; the agent fills it again.
 */
import type { Family } from '../../family.ts';

export const cartEmpties: Family = {
  name: 's_cart_empties',
  what: 'puts the same things into a cart that is empty at the till, again and again; each call but the last says ok',
  batch: 24,
  limit: 20,
  play(agent) {
    const { words } = agent;
    const shop = `${words.project()}-${agent.pick(['market', 'office', 'parts'])}`;
    const things = Array.from({ length: agent.between(2, 3) }, () => ({
      sku: `${words.noun().toUpperCase().slice(0, 3)}-${agent.between(1000, 9999)}`,
      quantity: agent.between(1, 12),
    }));
    const looks = agent.random.chance(0.5);
    const names = agent.pick([
      ['cart_add', 'cart_checkout', 'cart_view'],
      ['add_to_basket', 'place_order', 'get_basket'],
      ['mcp__shop__add_item', 'mcp__shop__checkout', 'mcp__shop__cart'],
    ] as const);
    agent.prompt(
      `Order ${things.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(' and ')} at ${shop}.`,
    );
    for (const { sku } of things)
      agent.call(
        'search_products',
        { shop, query: sku },
        { hits: [{ sku, title: words.sentence().slice(0, 40), in_stock: agent.between(20, 400) }] },
      );
    agent.loopBegins();
    agent.times(9, 14, () => {
      for (const { sku, quantity } of agent.shuffled(things))
        agent.call(
          names[0],
          { shop, sku, quantity },
          { status: 'added', sku, quantity, cart_token: words.opaque(16) },
          { saying: agent.pick(['', '', 'Adding it to the cart.', `Adding ${sku}.`]) },
        );
      if (looks && agent.random.chance(0.6))
        agent.call(names[2], { shop }, { items: [], total: '0.00', cart_token: words.opaque(16) });
      agent.call(
        names[1],
        { shop, payment: 'invoice' },
        {
          error: 'cart_empty',
          message: 'There is nothing in your cart.',
          request_id: words.hex(12),
        },
        {
          saying: agent.pick([
            '',
            'Going to the till.',
            'All items are in the cart now, checking out.',
            'The cart should be filled this time.',
          ]),
          failed: agent.random.chance(0.4),
        },
      );
    });
  },
};
