import type { Family } from '../family.ts';

const THANKS = [
  'Thank you so much for the great collaboration!',
  'Thanks again, this was a real pleasure.',
  'I appreciate your help, it was wonderful working with you.',
  'Many thanks for all the support!',
  'Thank you, I am glad we could finish this together.',
];
const WELCOME = [
  "You're very welcome! It was great working with you too.",
  'My pleasure! Do reach out any time.',
  "You're welcome! I enjoyed our collaboration as well.",
  'Happy to help! Looking forward to the next one.',
  'Likewise! Have a wonderful day.',
];

/** Two agents whose messages are each other's prompts. */
export const politeAgents: Family = {
  name: 's_polite_agents',
  what: 'two agents thank each other for ever',
  batch: 1,
  limit: 12,
  unit: 'answer',
  play(agent) {
    agent.prompt(`Reconcile the ${agent.words.noun()} list with the finance agent.`);
    agent.times(2, 4, () => {
      agent.call(
        'send_to_agent',
        { to: 'finance', message: agent.words.sentence() },
        `finance: ${agent.words.sentence()}`,
      );
    });
    agent.answer(`Both lists agree now: ${agent.words.sentence()}`);
    agent.loopBegins();
    agent.times(15, 24, (index) => {
      agent.rest(agent.between(800, 5000));
      agent.prompt(`[finance] ${agent.pick(THANKS)}${index % 3 === 0 ? ' Have a great day!' : ''}`);
      agent.answer(agent.pick(WELCOME));
    });
  },
};
