/**
 * A sync that is slowed down by a rate limit; the agent waits as long as it is told and gets the page.
 */
import type { Family } from '../../family.ts';

export const syncThrough429: Family = {
  name: 'h_sync_through_429',
  what: 'fetches page after page of an API that limits it often; it waits as told and gets each page in the end',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const noun = `${words.noun()}s`;
    const pages = agent.between(18, 36);
    const byTool = agent.random.chance(0.5);
    const fetch = (page: number, text: string, limited: boolean) => {
      const saying = limited ? agent.pick(['', 'Once more.']) : '';
      if (byTool)
        agent.call('api_list', { resource: noun, page }, text, { failed: limited, saying });
      else agent.shell(`curl -s 'https://api.acme.dev/v2/${noun}?page=${page}'`, text, { saying });
    };
    agent.prompt(`Sync all ${noun} from the API into data/${noun}.jsonl.`);
    agent.warmUp(0, 4);
    for (let page = 1; page <= pages; page += 1) {
      const refusals = agent.random.chance(0.3) ? agent.between(1, 3) : 0;
      for (let refusal = 0; refusal < refusals; refusal += 1) {
        const seconds = agent.between(8, 60);
        fetch(
          page,
          JSON.stringify({ error: 'rate_limited', retry_after: seconds, request: words.hex(12) }),
          true,
        );
        agent.shell(
          `sleep ${seconds}`,
          { text: '', seconds },
          { saying: `The limit says ${seconds} seconds.`, tookMs: seconds * 1000 + 40 },
        );
      }
      const rows = Array.from({ length: agent.between(4, 9) }, () => ({
        id: agent.between(1e5, 9e6),
        owner: words.person(),
        total: agent.between(100, 99_999) / 100,
      }));
      fetch(page, JSON.stringify({ data: rows, page, pages }), false);
    }
    agent.answer(`${pages} pages of ${noun} are synced.`);
  },
};
