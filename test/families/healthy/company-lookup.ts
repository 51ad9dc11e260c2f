/**
 * One row of a table per company: the same search for each, sometimes without any hit, then in another wording or given
 * up as "not published"; what was found is written down before the next one.
 */
import type { Family } from '../family.ts';

export const companyLookup: Family = {
  name: 'h_company_lookup',
  what: 'looks up the same facts for one company after the other; some have no hits, and every row is written down',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const [search, fetch] = {
      claude: ['WebSearch', 'WebFetch'],
      codex: ['web_search', 'web_open'],
      gemini: ['google_web_search', 'web_fetch'],
      opencode: ['websearch', 'webfetch'],
      custom: ['search_web', 'get_page'],
    }[agent.manner] as [string, string];
    const fact = agent.pick(['headcount', 'annual revenue', 'founding year', 'carbon footprint']);
    const ending = agent.pick(['GmbH', 'Ltd', 'Inc', 'AB']);
    const companies = [
      ...new Set(
        Array.from(
          { length: agent.between(14, 22) },
          () => `${words.person().split(' ')[1]} & ${words.person().split(' ')[1]} ${ending}`,
        ),
      ),
    ];
    const table = `${words.root}/suppliers.md`;
    agent.prompt(
      `Find the ${fact} of each of these ${companies.length} suppliers, with a source, and fill suppliers.md: ${companies.join('; ')}.`,
    );
    let missing = 0;
    for (const company of companies) {
      const site = `https://${company.split(' ')[0]?.toLowerCase()}-${words.noun()}.example`;
      const figure = fact === 'founding year' ? agent.between(1890, 2019) : agent.between(40, 9000);
      const opens = agent.random.chance(0.7);
      const hit = (title: string) =>
        `1. ${company}: ${title}\n   ${site}/about\n   ${opens ? words.sentence() : `${fact} (2025): ${figure}`}\n2. ${words.project()} directory: ${company}\n   ${words.sentence()}`;
      const none = `No results found for "${company} ${fact}"`;
      let found = agent.random.chance(0.7);
      agent.call(
        search,
        { query: `${company} ${fact}` },
        found ? hit(agent.pick(['About us', 'Facts and figures', 'Annual report'])) : none,
      );
      if (!found) {
        found = agent.random.chance(0.5);
        agent.call(
          search,
          { query: `"${company}" ${agent.pick(['annual report', 'about', 'register entry'])}` },
          found ? hit('Company register') : `No results found for "${company}"`,
          { saying: agent.pick(['', 'Nothing yet. One more wording.']) },
        );
      }
      if (found && opens)
        agent.call(
          fetch,
          { url: `${site}/about` },
          `${company}. ${words.prose(2, 4)} The ${fact} in 2025: ${figure}.`,
        );
      if (!found) missing += 1;
      const value = found ? String(figure) : 'not published';
      agent.edit(
        table,
        `| ${company} | |`,
        `| ${company} | ${value} | ${found ? `${site}/about` : '–'} |`,
      );
    }
    agent.answer(
      `suppliers.md is filled: ${companies.length - missing} with a source, ${missing} marked as not published.`,
    );
  },
};
