/**
 * A person asks an analyst for one figure after the other in nearly the same words; each is a query and a sentence.
 */
import type { Family } from '../../family.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const ASKS = [
  (what: string, when: string) => `and ${what} for ${when}?`,
  (what: string, when: string) => `${when}: ${what}?`,
  (what: string, when: string) => `same for ${when} please (${what})`,
  (what: string, when: string) => `what was ${what} in ${when}`,
];

export const figuresAsked: Family = {
  name: 'h_figures_asked',
  what: 'answers a person who asks for the same figure for month after month and region after region, some of them twice',
  batch: 24,
  play(agent) {
    const { words } = agent;
    const table = `${words.noun()}_${words.noun()}s`;
    const measure = agent.pick(['revenue', 'churn', 'number of orders', 'refund rate']);
    const regions = agent
      .shuffled(['north', 'south', 'east', 'west', 'online'])
      .slice(0, agent.between(2, 4));
    const tool = agent.pick(['run_sql', 'mcp__warehouse__query', 'execute_query']);
    const asked: { readonly region: string; readonly month: number }[] = [];
    for (const region of regions)
      for (let month = 1; month <= 12; month += 1)
        if (agent.random.chance(0.8)) asked.push({ region, month });
    agent.prompt(`hi, I need ${measure} by month and region, I will ask one by one`);
    agent.call(
      'describe_table',
      { table },
      { columns: ['region', 'month', words.noun(), 'amount'] },
    );
    agent.answer('Sure, which one first?');
    for (const { region, month } of asked) {
      const when = `${MONTHS[month - 1] ?? ''} ${region}`;
      const figure = (agent.between(1000, 99_999) / 10).toFixed(1);
      const fetched = () => {
        agent.rest(agent.between(8000, 240_000));
        agent.prompt(agent.pick(ASKS)(measure, when));
        agent.call(
          tool,
          {
            sql: `select sum(amount) from ${table} where region = '${region}' and month = '2026-${String(month).padStart(2, '0')}'`,
          },
          { columns: ['sum'], rows: [[figure]], elapsed_ms: agent.between(9, 900) },
          { saying: '' },
        );
        agent.answer(`${measure} in ${when}: ${figure}`);
      };
      fetched();
      if (agent.random.chance(0.06)) fetched();
      if (agent.random.chance(0.1)) {
        agent.rest(20_000);
        agent.prompt(agent.pick(['ok', 'thanks', 'hm ok', 'great']));
        agent.answer(agent.pick(['Which one next?', 'You are welcome.', 'Anything else?']));
      }
    }
  },
};
