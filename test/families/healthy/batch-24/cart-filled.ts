/**
 * A shopping agent puts a long list into a cart, thing by thing; some things are sold out and get a substitute.
 */
import type { Family } from '../../family.ts';

export const cartFilled: Family = {
  name: 'h_cart_filled',
  what: 'works down a shopping list with the same two calls for each thing, with substitutes for what is sold out',
  batch: 24,
  play(agent) {
    const { words } = agent;
    const shop = `${words.project()}-market`;
    const list = Array.from(
      { length: agent.between(18, 40) },
      (_, index) =>
        `${words.noun()} ${agent.pick(['250 g', '1 l', '6 pack', 'large'])} no. ${index + 1}`,
    );
    const terse = agent.random.chance(0.5);
    let total = 0;
    agent.prompt(
      `Order from ${shop}: ${list.join('; ')}. Take something similar if a thing is sold out.`,
    );
    const add = (sku: string, count: number) => {
      const price = agent.between(79, 1900);
      total += price;
      agent.call(
        'add_to_cart',
        { shop, sku, quantity: 1 },
        terse ? 'Added.' : { status: 'added', lines: count, total: (total / 100).toFixed(2) },
      );
    };
    for (const [index, thing] of list.entries()) {
      const sku = `A${agent.between(100_000, 999_999)}`;
      const sold = agent.random.chance(0.15);
      agent.call(
        'search_products',
        { shop, query: thing },
        { hits: [{ sku, title: thing, available: !sold }] },
      );
      if (sold) {
        const other = `B${agent.between(100_000, 999_999)}`;
        agent.call(
          'find_substitute',
          { shop, sku },
          { substitute: { sku: other, title: `${thing} (own brand)`, available: true } },
          { saying: agent.pick(['', 'Sold out, looking for something similar.']) },
        );
        add(other, index + 1);
      } else add(sku, index + 1);
    }
    agent.call('view_cart', { shop }, { lines: list.length, total: (total / 100).toFixed(2) });
    agent.call(
      'checkout',
      { shop, slot: 'tomorrow 18:00' },
      { order: words.uuid(), status: 'confirmed' },
    );
    agent.answer(
      `The order with ${list.length} lines is placed, ${(total / 100).toFixed(2)} € in all.`,
    );
  },
};
