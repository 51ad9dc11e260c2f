/**
 * A help desk in one conversation: one person after the other has lost a password, and each gets the same steps and the same answer.
 */
import type { Family } from '../../family.ts';

const OPENERS = ['Hi,', 'Good morning,', 'hello!', 'Hey,', ''];
const TROUBLES = [
  'I cannot log in any more.',
  'my password does not work.',
  'I forgot my password, sorry.',
  'locked out again...',
  'please reset my password.',
];

export const helpDeskResets: Family = {
  name: 'h_help_desk_resets',
  what: 'resets the password of one person after the other and answers all of them in the same words',
  batch: 18,
  play(agent) {
    const { words } = agent;
    const looks = agent.random.chance(0.6);
    const acts = agent.random.chance(0.75);
    const answer = agent.pick([
      'Your password has been reset. You will get an e-mail with a link that is valid for 24 hours. Is there anything else I can do for you?',
      'Done! Please check your inbox for the link and choose a new password. Have a great day!',
    ]);
    agent.times(14, 32, () => {
      const person = words.person();
      const user = person.toLowerCase().replace(' ', '.');
      agent.prompt(`${agent.pick(OPENERS)} ${agent.pick(TROUBLES)} User name: ${user}`.trim());
      if (looks)
        agent.call(
          'directory_lookup',
          { user },
          { user, name: person, status: agent.pick(['active', 'locked']) },
        );
      if (acts) agent.call('reset_password', { user, notify: true }, { ok: true });
      agent.answer(answer);
      agent.rest(agent.between(5, 900) * 1000);
    });
  },
};
