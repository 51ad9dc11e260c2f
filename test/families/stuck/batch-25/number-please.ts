/**
 * A support agent asks for a number that the customer has given, over and over.
 */
import type { Family } from '../../family.ts';

export const numberPlease: Family = {
  name: 's_number_please',
  what: 'asks the customer for the order number that was given, in turn with apologies',
  batch: 25,
  limit: 8,
  unit: 'answer',
  play(agent) {
    const order = `A-${agent.between(10_000, 99_999)}`;
    const asks = [
      'I am sorry for the trouble. Could you please give me your order number so that I can look into it?',
      'Thank you for your patience. To help you I need your order number, please.',
      'I understand that this is annoying. What is the number of your order?',
      'Of course, I am glad to help. May I have the order number, please?',
    ];
    const says = [
      `It is ${order}.`,
      `I told you: ${order}. Where is my parcel?`,
      `${order}, as I wrote before.`,
      `The number is ${order}! Please look it up.`,
    ];
    agent.prompt(`Hello, my parcel has not come. Order ${order}.`);
    agent.loopBegins();
    agent.times(14, 20, () => {
      agent.answer(agent.pick(asks));
      agent.rest(agent.between(10_000, 60_000));
      agent.prompt(agent.pick(says));
    });
  },
};
