/**
 * A browser agent gets the statements of some years from a portal: the same three clicks for each month, on pages that look alike.
 */
import { browserExchange } from '../../browser-manner.ts';
import type { Family } from '../../family.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

export const statementsDownloaded: Family = {
  name: 'h_statements_downloaded',
  what: 'picks one month after the other in a portal and downloads its statement by the same clicks',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const first = agent.between(2019, 2024);
    const years = agent.between(1, 2);
    const site = `https://portal.${words.project()}-bank.example/statements`;
    const looks = agent.random.chance(0.5);
    const shifts = agent.random.chance(0.5);
    const months = Array.from(
      { length: years * 12 },
      (_, index) => `${MONTHS[index % 12] ?? ''} ${first + Math.floor(index / 12)}`,
    );
    const act = (name: string, args: Readonly<Record<string, unknown>>, text: string) => {
      agent.together([browserExchange(agent.manner, name, args, text)]);
    };
    agent.prompt(
      `Download all monthly statements of ${years === 1 ? String(first) : `${first} and ${first + 1}`} from the portal.`,
    );
    act(
      'navigate',
      { url: site },
      '- Page Title: Statements\n- combobox "Month" [ref=e8]\n- button "Show" [ref=e9]',
    );
    for (const [index, month] of months.entries()) {
      const base = shifts ? index * 10 : 0;
      const page = `- Page Title: Statements\n- combobox "Month" [ref=e${base + 8}]: ${month}\n- button "Show" [ref=e${base + 9}]\n- link "Download PDF" [ref=e${base + 14}]`;
      act('select_option', { element: 'Month', ref: `e${base + 8}`, values: [month] }, page);
      if (agent.random.chance(0.08))
        act(
          'click',
          { element: 'Show', ref: `e${base + 9}` },
          'Error: locator.click: Timeout 5000ms exceeded.',
        );
      act('click', { element: 'Show', ref: `e${base + 9}` }, page);
      if (looks) act('snapshot', {}, page);
      act(
        'click',
        { element: 'Download PDF', ref: `e${base + 14}` },
        `${page}\n### Downloads\n- Downloaded file statement-${month.replace(' ', '-').toLowerCase()}.pdf (${agent.between(60, 900)} kB)`,
      );
    }
    agent.answer(`All ${months.length} statements are downloaded.`);
  },
};
