/**
 * An export goes through the pages of an API that doesn't know the parameter it's given: every page is the first one,
 * with a new request id and clock. The agent appends it, counts, and asks for the next page.
 */
import type { Family } from '../family.ts';

export const pageOneAgain: Family = {
  name: 's_page_one_again',
  what: 'exports page after page of an API that sends the first page each time, and appends it each time',
  batch: 12,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const noun = words.noun();
    const url = `https://api.${words.project()}.example/v2/${noun}s`;
    const size = agent.pick([5, 8, 10]);
    const total = agent.between(700, 4000);
    const field = words.noun();
    const rows = Array.from({ length: size }, () => ({
      id: `${noun.slice(0, 3)}_${words.hex(10)}`,
      name: words.person(),
      [field]: agent.between(10, 9000),
    }));
    const style = agent.pick(['page', 'offset', 'cursor'] as const);
    const out = `exports/${noun}s.jsonl`;
    agent.prompt(`Export all ${noun}s from ${url} to ${out}. There should be about ${total}.`);
    agent.warmUp(0, 2);
    const body = () =>
      JSON.stringify({
        data: rows,
        total,
        has_more: true,
        ...(style === 'cursor' ? { next_cursor: words.opaque(16) } : {}),
        meta: {
          request_id: words.uuid(),
          served_at: agent.clock(),
          took_ms: agent.between(9, 280),
        },
      });
    const query = (page: number) =>
      ({
        page: `page=${page}&per_page=${size}`,
        offset: `offset=${(page - 1) * size}&limit=${size}`,
        cursor: page === 1 ? `limit=${size}` : `limit=${size}&cursor=${words.opaque(16)}`,
      })[style];
    const get = (page: number) => {
      const saying = agent.pick(['', '', `Page ${page}.`, `Now page ${page}.`]);
      if (agent.manner === 'custom') {
        agent.call(
          'http_get',
          { url, params: Object.fromEntries(new URLSearchParams(query(page))) },
          body(),
          { saying },
        );
        agent.call(
          'append_rows',
          { file: out, from: `page ${page}` },
          { ok: true, appended: size, rows_in_file: page * size },
          { saying: '' },
        );
      } else
        agent.shell(
          `curl -s "${url}?${query(page)}" -H "Authorization: Bearer $TOKEN" | tee -a ${out}`,
          body(),
          { saying },
        );
    };
    get(1);
    agent.loopBegins();
    agent.times(20, 34, (index) => {
      get(index + 2);
      if (index % 5 !== 4 || agent.manner === 'custom') return;
      const [count, printed] = agent.pick([
        [`wc -l ${out}`, `${index + 2} ${out}`],
        [`jq -r '.data[].id' ${out} | sort -u | wc -l`, String(size)],
      ] as const);
      agent.shell(count, printed, { saying: agent.pick(['Progress so far.', '', 'Counting.']) });
    });
  },
};
