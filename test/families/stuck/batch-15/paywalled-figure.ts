/**
 * The figure is in a report that must be bought; every new search leads to the same handful of pages about it.
 */
import type { Family } from '../../family.ts';
import { fetchExchange, searchExchange } from '../../lookup-manner.ts';
import { musing } from '../../narration.ts';

const SUBJECTS = [
  ['heat pump', 'installations', 'Norway'],
  ['e-scooter', 'insurance claims', 'Spain'],
  ['oat milk', 'retail volume', 'Poland'],
  ['cold-storage', 'capacity', 'Vietnam'],
  ['hearing aid', 'unit sales', 'Chile'],
] as const;

const QUALIFIERS =
  '2025 2026 statistics exact-figure annual by-region pdf filetype:xlsx dataset "full-year" estimate market-size table appendix press-release quarterly breakdown official ministry association historical share'.split(
    ' ',
  );

const WALLS = [
  (title: string) =>
    `# ${title}\n\nThis content is available to subscribers only.\n\n[Log in] [Buy this report: USD 4,950]\n\nTable of contents\n1. Executive summary\n2. Methodology\n3. Market by region`,
  (title: string) =>
    `${title} | Statistic\n\nPlease create a free account… Premium statistic. Get full access from $199 USD / month.\n\n██████ ████ ██`,
  () => 'Request failed with status code 403 (Forbidden). Reference #18.6f2d1702',
  (title: string) =>
    `# ${title}\n\nRequest a sample. Our analysts will answer within one business day.\nFirst name* Last name* Company e-mail*`,
];

export const paywalledFigure: Family = {
  name: 's_paywalled_figure',
  what: 'searches in ever other words for a figure that stands only behind five pay walls',
  batch: 15,
  limit: 22,
  play(agent) {
    const { words, manner } = agent;
    const [thing, measure, place] = agent.pick(SUBJECTS);
    const sources = Array.from({ length: 5 }, () => {
      const site = `${words.project()}-${agent.pick(['insights', 'research', 'data', 'markets'])}`;
      return {
        title: `${thing} ${measure} in ${place}: ${agent.pick(['outlook', 'report', 'forecast to 2032', 'key facts'])} (${site})`,
        url: `https://www.${site}.example/${place.toLowerCase()}/${thing.replace(' ', '-')}-${words.noun()}`,
        wall: agent.pick(WALLS),
      };
    });
    const found = () =>
      agent
        .shuffled(sources)
        .filter(() => agent.random.chance(0.7))
        .map(({ title, url }) => ({
          title,
          url,
          snippet: `${words.prose(1, 2)} … ${thing} ${measure} …`,
        }));
    agent.prompt(
      `I need the number of ${thing} ${measure} in ${place} last year, with the source.`,
    );
    agent.times(5, 8, () => {
      const url = `https://${words.project()}.example/${words.noun()}`;
      const text = words.prose(4, 12);
      agent.together([
        agent.random.chance(0.5)
          ? searchExchange(manner, `${place} ${words.noun()} ${thing}`, [
              { title: words.sentence(), url, snippet: words.prose(1, 3) },
            ])
          : fetchExchange(manner, url, `What does it say about ${thing}?`, text),
      ]);
    });
    agent.loopBegins();
    agent.times(28, 42, () => {
      const saying = musing(agent, `${measure} figure`);
      if (agent.random.chance(0.55)) {
        const extra = Array.from({ length: agent.between(1, 4) }, () => agent.pick(QUALIFIERS));
        const query = [thing, measure, place, ...extra]
          .filter(() => agent.random.chance(0.85))
          .join(' ');
        agent.together([searchExchange(manner, query, found())], { saying });
        return;
      }
      const { url, title, wall } = agent.pick(sources);
      const question = agent.pick([
        `How many ${thing} ${measure}?`,
        `Find the total for ${place}.`,
        'Extract every number in the tables.',
        `Which year has the latest ${measure}?`,
      ]);
      agent.together([fetchExchange(manner, url, question, wall(title))], { saying });
    });
  },
};
