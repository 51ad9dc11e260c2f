import { textBlock } from '../client-manner.ts';
import type { Family } from '../family.ts';

/** The server takes `after`, not `cursor`, so that every page is the first one, with a new cursor and new signatures. */
export const firstPageAgain: Family = {
  name: 's_first_page_again',
  what: 'fetches page after page of a catalogue with new cursors, and each is the first page',
  batch: 9,
  limit: 24,
  play(agent) {
    const keeps = agent.random.chance(0.5);
    const shop = agent.words.project();
    agent.prompt(`Export all products of ${shop} to products.jsonl.`);
    const goods = Array.from({ length: agent.between(5, 9) }, () => ({
      id: `gid://shop/Product/${agent.between(7_000_000, 7_999_999)}`,
      title: `${agent.words.project()} ${agent.words.noun()}`,
      price: `${agent.between(4, 180)}.${agent.pick(['00', '50', '90', '95'])}`,
      stock: agent.between(0, 400),
    }));
    let cursor = '';
    let total = 0;
    const page = () => {
      const args = { limit: 50, ...(cursor === '' ? {} : { cursor }) };
      cursor = agent.words.opaque(44);
      const data = goods.map((good) => ({
        ...good,
        image: `https://cdn.${shop}.example/p/${good.id.slice(-7)}.jpg?X-Amz-Date=${agent.seconds()}&X-Amz-Expires=900&X-Amz-Signature=${agent.words.hex(32)}`,
      }));
      const text = JSON.stringify({
        data,
        page_info: { has_next_page: true, end_cursor: cursor },
        request_id: agent.words.uuid(),
        cost: { requested: 52, available: agent.between(700, 1950) },
      });
      agent.call('mcp__shopcore__products_list', args, textBlock(text), {
        saying: agent.pick(['Fetching the next page.', 'There is another page.', '']),
      });
      total += goods.length;
      if (keeps)
        agent.call(
          'append_jsonl',
          {
            path: 'products.jsonl',
            rows: data.map(({ id, title, price }) => ({ id, title, price })),
          },
          { appended: goods.length, total_lines: total },
        );
    };
    page();
    agent.loopBegins();
    agent.times(30, 44, page);
  },
};
