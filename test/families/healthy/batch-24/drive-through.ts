/**
 * A voice agent takes orders at a counter: every guest says nearly the same, and the agent answers nearly the same.
 */
import type { Family } from '../../family.ts';

const FOODS = ['cheeseburger', 'fries', 'cola', 'veggie wrap', 'milk shake', 'coffee', 'nuggets'];
const MORE = ['Anything else?', 'What else can I get you?', 'Would you like anything else?'];

export const driveThrough: Family = {
  name: 'h_drive_through',
  what: 'takes the orders of one guest after the other by voice, with the same short questions and calls',
  batch: 24,
  play(agent) {
    const misheard = agent.random.chance(0.6);
    agent.times(8, 16, (guest) => {
      const order = `T${agent.between(100, 999)}-${guest}`;
      let cents = 0;
      agent.prompt(agent.pick(['Hi.', 'Hello?', 'Good evening.', '[car at speaker] Hi there.']));
      agent.call('open_order', { lane: 1 }, { order }, { saying: '' });
      agent.answer('Welcome! What would you like?');
      agent.times(1, 5, () => {
        const [food, count] = [agent.pick(FOODS), agent.between(1, 3)];
        agent.rest(agent.between(1500, 6000));
        if (misheard && agent.random.chance(0.15)) {
          agent.prompt('[inaudible]');
          agent.answer('Sorry, could you say that again?');
          agent.rest(2000);
        }
        agent.prompt(
          agent.pick([
            `${count} ${food}, please.`,
            `Can I get ${count} ${food}?`,
            `Uh, ${food}, ${count}.`,
          ]),
        );
        cents += count * agent.between(190, 890);
        agent.call(
          'add_item',
          { order, item: food, count },
          { order, total: (cents / 100).toFixed(2) },
          { saying: '' },
        );
        agent.answer(`${count} ${food}. ${agent.pick(MORE)}`);
      });
      agent.rest(2500);
      agent.prompt(agent.pick(["No, that's all.", "That's it.", 'No thanks.']));
      agent.call(
        'close_order',
        { order },
        { order, total: (cents / 100).toFixed(2), state: 'paid_at_window' },
        { saying: '' },
      );
      agent.answer(`That is ${(cents / 100).toFixed(2)}. Please drive to the window.`);
      agent.rest(agent.between(20_000, 300_000));
    });
  },
};
