import type { Family } from '../family.ts';

const PARTS = [
  ['annual', 'yearly', '12-month', 'per-year', 'full-year'],
  ['churn', 'attrition', 'customer loss', 'cancellation', 'retention'],
  ['rate', 'ratio', 'figure', 'percentage', 'statistics', 'numbers'],
  ['2025', 'FY2025', 'last year', 'latest', ''],
] as const;

/** One intent in ever new words; the index has nothing and says so, or shows the same three pages. */
export const synonymSearch: Family = {
  name: 's_synonym_search',
  what: 'a research agent asks the same question in synonyms and never finds anything',
  batch: 1,
  limit: 16,
  play(agent) {
    const company = `${agent.words.project()} ${agent.pick(['Systems', 'Labs', 'Holdings'])}`;
    agent.prompt(`What was the yearly churn of ${company}? Cite a source.`);
    const echo = agent.random.chance(0.5);
    const hits = Array.from({ length: 3 }, () => ({
      title: agent.words.sentence(),
      url: `https://${agent.words.project()}.example/${agent.words.noun()}`,
    }));
    agent.call(
      'web_search',
      { query: company },
      {
        results: Array.from({ length: 4 }, () => ({
          title: agent.words.sentence(),
          snippet: agent.words.sentence(),
        })),
      },
    );
    agent.loopBegins();
    agent.times(20, 30, () => {
      const query = `${company} ${PARTS.map((list) => agent.pick(list)).join(' ')}`.trim();
      agent.call(
        'web_search',
        { query, max_results: agent.pick([5, 10]) },
        echo
          ? `No results found for "${query}". Try different keywords.`
          : { query, results: hits },
      );
    });
  },
};
