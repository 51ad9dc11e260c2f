import type { Family } from '../family.ts';

export const hagglingAgents: Family = {
  name: 'h_haggling_agents',
  what: "haggles with a seller's agent in like words over many rounds; the two prices meet",
  batch: 11,
  play(agent) {
    const goods = `${agent.between(20, 400)} ${agent.words.noun()}s`;
    const rounds = agent.between(12, 19);
    let offer = agent.between(400, 600) * 10;
    let ask = offer + agent.between(200, 300) * 10;
    const meet = Math.floor((offer + ask) / 2);
    agent.prompt(
      `You buy for us. Haggle with the seller's agent over ${goods}; no more than ${meet + 200} EUR.`,
    );
    agent.answer(`Good morning! We are interested in ${goods} and offer ${offer} EUR.`);
    for (let round = 0; round < rounds; round += 1) {
      const left = rounds - round;
      ask -= Math.floor((ask - meet) / left);
      offer += Math.floor((meet - offer) / left);
      agent.rest(agent.between(3000, 30_000));
      agent.prompt(
        `[seller-agent] ${agent.pick([
          `Thank you for your offer. We can come down to ${ask} EUR.`,
          `That is below our cost. ${ask} EUR would be possible.`,
          `I appreciate it. Our price for ${goods} is ${ask} EUR now.`,
          `We want to work with you: ${ask} EUR.`,
        ])}`,
      );
      if (agent.random.chance(0.2))
        agent.call(
          'market_price',
          { goods, day: 'today' },
          { low: meet - agent.between(100, 900), high: meet + agent.between(100, 900) },
        );
      if (left > 1)
        agent.answer(
          agent.pick([
            `Thank you. We can go up to ${offer} EUR.`,
            `That is still above our budget. ${offer} EUR is what I can offer.`,
            `I appreciate that you came down. We offer ${offer} EUR.`,
            `We are getting closer. ${offer} EUR?`,
          ]),
        );
    }
    agent.answer(`Agreed: ${goods} for ${ask} EUR.`);
  },
};
