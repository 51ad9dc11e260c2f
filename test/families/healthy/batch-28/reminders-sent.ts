/**
 * A reply is waited for over weeks: a look every morning, and a reminder now and then.
 */
import type { Family } from '../../family.ts';

export const remindersSent: Family = {
  name: 'h_reminders_sent',
  what: 'is woken every morning, looks for a reply that does not come for long, reminds every few days, and passes it on',
  batch: 28,

  play(agent) {
    const { words } = agent;
    const mail = words.hex(10);
    const from = `${words.noun()}@${words.project()}.example`;
    const days = agent.between(12, 24);
    for (let day = 1; day <= days; day += 1) {
      agent.prompt(
        'Morning run: has the supplier replied? Remind them every third day. Tell me when they do.',
      );
      const isLast = day === days;
      agent.call(
        'mail_search',
        { from, in_reply_to: mail },
        isLast
          ? { total: 1, messages: [{ id: words.hex(10), text: words.sentence() }] }
          : { total: 0, messages: [] },
      );
      if (isLast) agent.answer(`They replied: ${words.sentence()}`);
      else if (day % 3 === 0) {
        agent.call(
          'mail_reply',
          {
            to: from,
            in_reply_to: mail,
            text: agent.pick([
              'Just a friendly reminder.',
              'May I ask for an update?',
              'Have you had time to look at this?',
            ]),
          },
          { sent: true },
        );
        agent.answer('No reply yet. I sent a reminder.');
      } else agent.answer(agent.pick(['No reply yet.', 'Nothing so far.', 'Still no reply.']));
      agent.rest(86_000_000);
    }
  },
};
