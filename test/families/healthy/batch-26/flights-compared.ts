/**
 * Flights are looked for by day and by airport; on many days there are none.
 */
import type { Family } from '../../family.ts';

export const flightsCompared: Family = {
  name: 'h_flights_compared',
  what: 'asks for flights on one day after the other from a few airports; many answers are empty, prices differ',
  batch: 26,

  play(agent) {
    const from = agent.pick(['BER', 'HAM', 'LEJ']);
    const others = agent
      .shuffled(['PRG', 'POZ', 'SZZ', 'HAJ', 'DRS'])
      .slice(0, agent.between(1, 3));
    const to = agent.pick(['KUN', 'TRD', 'CFU', 'BIO']);
    const first = agent.between(1, 12);
    agent.prompt(
      `Find the cheapest flight to ${to} between ${first} and ${first + 9} December, from ${[from, ...others].join(', ')}.`,
    );
    for (let day = first; day < first + 10; day += 1)
      for (const airport of [from, ...others]) {
        const offers = agent.random.chance(0.65)
          ? []
          : Array.from({ length: agent.between(1, 3) }, () => ({
              price: agent.between(49, 390),
              airline: agent.pick(['XQ', 'VY', 'D8', 'LO']),
              departs: `${agent.between(5, 22)}:${agent.pick(['05', '20', '45'])}`,
            }));
        agent.call(
          'search_flights',
          {
            origin: airport,
            destination: to,
            date: `2026-12-${String(day).padStart(2, '0')}`,
            adults: 1,
          },
          { offers, total: offers.length },
        );
      }
    agent.answer('The cheapest one is on a Tuesday.');
  },
};
