/**
 * A voice agent hears noise where a caller should be and asks for the same thing in other words each time.
 */
import type { Family } from '../../family.ts';

const NOISES = [
  '[inaudible]',
  '[background noise]',
  '[silence 6 s]',
  '[music]',
  '...',
  '[inaudible] mhm [inaudible]',
  '[silence 8 s]',
  '[static]',
];
const LEADS = [
  'Sorry, I did not catch that.',
  'I could not hear you.',
  'Hello, are you still there?',
  'The line seems to be bad.',
  'I am having trouble understanding you.',
  'Pardon?',
];
const ASKS = [
  (thing: string) => `Could you please tell me your ${thing}?`,
  (thing: string) => `What is your ${thing}?`,
  (thing: string) => `To go on I need your ${thing}.`,
  (thing: string) => `Please say your ${thing}, slowly and clearly.`,
  (thing: string) => `May I have the ${thing}?`,
];

export const notUnderstood: Family = {
  name: 's_not_understood',
  what: 'asks a caller of whom only noise is heard for the same thing, in new words each time, and never hangs up',
  batch: 24,
  unit: 'answer',
  limit: 10,
  play(agent) {
    const thing = agent.pick([
      'customer number',
      'date of birth',
      'booking reference',
      'postcode',
      'order number',
    ]);
    const tells = agent.random.chance(0.5);
    const [first, ...rest] = agent.shuffled(NOISES);
    const noises = rest.slice(0, agent.between(2, 6));
    agent.prompt(`[call ${agent.words.hex(8)} connected] Hello?`);
    if (agent.random.chance(0.6))
      agent.call('lookup_caller', { number: 'withheld' }, { found: false });
    agent.answer(
      `Good ${agent.pick(['morning', 'afternoon'])}, this is the assistant of ${agent.words.project()}. How can I help?`,
    );
    agent.rest(4000);
    agent.prompt(`I have a question about my ${agent.words.noun()}.`);
    agent.loopBegins();
    agent.times(22, 34, () => {
      agent.answer(`${agent.pick(LEADS)} ${agent.pick(ASKS)(thing)}`);
      agent.rest(agent.between(3000, 9000));
      const noise = agent.pick([first ?? '...', ...noises]);
      agent.prompt(tells ? `${noise} (confidence 0.${agent.between(10, 38)})` : noise);
    });
  },
};
