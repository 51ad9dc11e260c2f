/**
 * Mails are moved out of the inbox, where a rule puts them back at once.
 */
import type { Family } from '../../family.ts';

export const mailComesBack: Family = {
  name: 's_mail_comes_back',
  what: 'moves the same mails into a folder and finds them in the inbox again, over and over',
  batch: 28,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const mails = Array.from({ length: agent.between(3, 6) }, () => ({
      id: words.hex(12),
      subject: `${words.noun()} ${words.noun()}`,
    }));
    agent.prompt('Move the newsletters out of my inbox into "Reading".');
    agent.loopBegins();
    agent.times(8, 13, () => {
      agent.call(
        'mail_list',
        { folder: 'INBOX', limit: agent.pick([20, 50]) },
        { total: mails.length, messages: mails },
      );
      if (agent.random.chance(0.5))
        agent.call(
          'mail_move',
          { ids: mails.map(({ id }) => id), to: 'Reading' },
          { moved: mails.length },
        );
      else
        for (const { id } of mails)
          agent.call('mail_move', { ids: [id], to: 'Reading' }, { moved: 1 });
    });
  },
};
