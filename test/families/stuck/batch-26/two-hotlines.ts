/**
 * Two voice assistants greet each other and ask each other for a name and a number.
 */
import type { Family } from '../../family.ts';

export const twoHotlines: Family = {
  name: 's_two_hotlines',
  what: 'a calling assistant and an answering one ask each other in turn who is speaking and what it is about',
  batch: 26,
  limit: 8,
  unit: 'answer',
  play(agent) {
    const { words } = agent;
    const firm = `${words.project()} Energy`;
    const mine = [
      `Hello, this is the assistant of ${words.person()}. How can I help you?`,
      'Hello! I am calling on behalf of a customer. Who am I speaking to?',
      'Thank you. Could you tell me who I am speaking with, please?',
      'I am a virtual assistant. What can I do for you today?',
    ];
    const theirs = [
      `Welcome to ${firm}. This is the virtual assistant. How may I help you?`,
      'Thank you for calling. May I have your name, please?',
      'I am the virtual assistant. Who am I speaking to?',
      `You have reached ${firm}. How can I help you today?`,
    ];
    agent.prompt(`You call ${firm} about the bill. The line is open: "${theirs[0] ?? ''}"`);
    agent.loopBegins();
    agent.times(16, 26, () => {
      agent.answer(agent.pick(mine));
      agent.rest(agent.between(1500, 6000));
      agent.prompt(agent.pick(theirs));
    });
  },
};
