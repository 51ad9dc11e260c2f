import type { Family } from '../family.ts';

export const pageByPage: Family = {
  name: 'h_page_by_page',
  what: 'goes through many pages of like records, the last ones empty',
  batch: 3,
  play(agent) {
    agent.prompt('Count the failed payments of the year.');
    const pages = agent.between(14, 30);
    for (let page = 1; page <= pages; page += 1) {
      const rows =
        page > pages - 3
          ? []
          : Array.from({ length: agent.between(2, 5) }, () => ({
              id: agent.between(1000, 9999),
              state: agent.pick(['failed', 'ok', 'ok']),
              amount: agent.between(1, 9) * 10,
            }));
      agent.call('list_payments', { year: 2026, page }, { page, rows });
    }
    agent.answer('Counted.');
  },
};
