/**
 * Honest research: searches in other words, walls now and then, and each page that opens brings a figure into the table.
 */
import type { Family } from '../../family.ts';
import { fetchExchange, searchExchange } from '../../lookup-manner.ts';
import { musing } from '../../narration.ts';

const PLACES =
  'Norway Spain Poland Vietnam Chile Kenya Japan Canada Austria Turkey Ireland Peru Greece Morocco Estonia'.split(
    ' ',
  );
const THINGS = [
  ['heat pump', 'installations'],
  ['e-scooter', 'insurance claims'],
  ['oat milk', 'retail volume'],
  ['cold-storage', 'capacity'],
  ['hearing aid', 'unit sales'],
] as const;

export const sourcesRead: Family = {
  name: 'h_sources_read',
  what: 'looks the same figure up for one country after the other, past walls, and keeps a table',
  batch: 15,
  play(agent) {
    const { words, manner } = agent;
    const [thing, measure] = agent.pick(THINGS);
    const table = `${words.root}/research/${words.noun()}.csv`;
    const unit = agent.pick(['thousand', 'million', 'units']);
    agent.prompt(
      `Find the ${thing} ${measure} of last year for the countries in the list, with sources.`,
    );
    agent.read(`${words.root}/research/countries.txt`, PLACES.join('\n'));
    agent.times(7, 10, (index) => {
      const place = PLACES[index] ?? '';
      const site = () =>
        `https://www.${words.project()}-${agent.pick(['stat', 'gov', 'news', 'data'])}.example/${place.toLowerCase()}/${words.noun()}`;
      const search = () =>
        agent.together(
          [
            searchExchange(
              manner,
              [
                thing,
                measure,
                place,
                agent.pick(['2025', 'statistics', 'official', 'annual', 'ministry', 'table']),
              ].join(' '),
              Array.from({ length: agent.between(2, 5) }, () => ({
                title: `${words.sentence()} (${place})`,
                url: site(),
                snippet: words.prose(1, 2),
              })),
            ),
          ],
          { saying: musing(agent, `figure for ${place}`) },
        );
      search();
      if (agent.random.chance(0.3)) {
        agent.together([
          fetchExchange(
            manner,
            site(),
            `${thing} ${measure} in ${place}?`,
            agent.pick([
              'This content is available to subscribers only.\n\n[Log in] [Buy this report: USD 4,950]',
              'Request failed with status code 403 (Forbidden).',
              '# 404\n\nThe page you were looking for has moved.',
            ]),
          ),
        ]);
        if (agent.random.chance(0.6)) search();
      }
      const url = site();
      const figure = agent.between(1000, 980_000) / 10;
      agent.together([
        fetchExchange(
          manner,
          url,
          `${thing} ${measure} in ${place}?`,
          `${words.prose(2, 6)} In 2025 ${place} counted ${figure} ${unit} (${thing}, ${measure}). ${words.prose(1, 4)}`,
        ),
      ]);
      agent.shell(`echo '${place},${figure},${unit},${url}' >> ${table}`, '');
    });
    agent.shell(
      `column -s, -t ${table} | head -20`,
      PLACES.slice(0, 7)
        .map((place) => `${place}  ${agent.between(100, 98_000)}  ${unit}`)
        .join('\n'),
    );
    agent.answer(`The table is in ${table}.`);
  },
};
