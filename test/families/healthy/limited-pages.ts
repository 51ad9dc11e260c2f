/**
 * Pages of an interface that limits its callers: now and then the answer is to come back later, and the agent does.
 */
import type { Family } from '../family.ts';

export const limitedPages: Family = {
  name: 'h_limited_pages',
  what: 'fetches page after page and waits whenever it is told to',
  batch: 14,
  play(agent) {
    const { words } = agent;
    const fetch = agent.pick([
      (page: number) =>
        agent.call(
          'list_orders',
          { page, per_page: 100 },
          {
            page,
            orders: Array.from({ length: 4 }, () => ({
              id: words.opaque(6),
              total: agent.between(5, 900),
            })),
          },
        ),
      (page: number) =>
        agent.shell(
          `curl -s 'https://api.example/orders?page=${page}'`,
          JSON.stringify({ page, items: [words.opaque(6), words.opaque(6)] }),
        ),
    ]);
    const limited = agent.pick([
      (page: number) =>
        agent.call(
          'list_orders',
          { page, per_page: 100 },
          `429 Too Many Requests: retry after ${agent.between(5, 60)} seconds`,
        ),
      (page: number) =>
        agent.call(
          'list_orders',
          { page, per_page: 100 },
          { error: 'rate_limited', retry_after: agent.between(5, 60) },
        ),
    ]);
    agent.prompt('Export all orders.');
    agent.times(12, 25, (index) => {
      if (agent.random.chance(0.35))
        agent.times(1, 3, () => {
          limited(index + 1);
          const pause = agent.pick([10, 30, 60]);
          agent.shell(`sleep ${pause}`, { text: '', seconds: pause }, { tookMs: pause * 1000 });
        });
      fetch(index + 1);
    });
    agent.answer('All orders are exported.');
  },
};
