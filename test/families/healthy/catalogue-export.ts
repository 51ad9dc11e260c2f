import { textBlock } from '../client-manner.ts';
import type { Family } from '../family.ts';

export const catalogueExport: Family = {
  name: 'h_catalogue_export',
  what: 'fetches page after page of a catalogue whose articles differ in size and colour only',
  batch: 9,
  play(agent) {
    const keeps = agent.random.chance(0.5);
    const shop = agent.words.project();
    agent.prompt(`Export all products of ${shop} to products.jsonl.`);
    const pages = agent.between(24, 46);
    let cursor = '';
    let id = agent.between(7_000_000, 7_100_000);
    let total = 0;
    for (let page = 0; page < pages; page += 1) {
      const model = `${agent.pick(['Basic Tee', 'Wool Sock', 'Rain Jacket', 'Linen Shirt'])} ${agent.words.noun()}`;
      const price = `${agent.pick([9, 19, 29])}.90`;
      const args = { limit: 50, ...(cursor === '' ? {} : { cursor }) };
      cursor = agent.words.opaque(44);
      const data = ['Black', 'White', 'Navy'].flatMap((colour) =>
        ['S', 'M', 'L'].map((size) => {
          id += agent.between(1, 9);
          const image = `https://cdn.${shop}.example/p/${id}.jpg?X-Amz-Date=${agent.seconds()}&X-Amz-Expires=900&X-Amz-Signature=${agent.words.hex(32)}`;
          return {
            id: `gid://shop/Product/${id}`,
            title: `${model} - ${colour} / ${size}`,
            price,
            stock: 0,
            image,
          };
        }),
      );
      const text = JSON.stringify({
        data,
        page_info: { has_next_page: page < pages - 1, end_cursor: cursor },
        request_id: agent.words.uuid(),
        cost: { requested: 52, available: agent.between(700, 1950) },
      });
      agent.call('mcp__shopcore__products_list', args, textBlock(text), {
        saying: agent.pick(['Fetching the next page.', 'There is another page.', '']),
      });
      total += data.length;
      if (keeps)
        agent.call(
          'append_jsonl',
          {
            path: 'products.jsonl',
            rows: data.map(({ id: key, title }) => ({ id: key, title, price })),
          },
          { appended: data.length, total_lines: total },
        );
    }
    agent.answer(`All ${total} products are in products.jsonl.`);
  },
};
