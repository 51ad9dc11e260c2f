/**
 * Mails to an address that does not exist come back; the agent finds the notice in the inbox and writes once more to the same address.
 */
import type { Family } from '../../family.ts';

const SUBJECTS = [
  'Your invoice',
  'Invoice for October',
  'Re: your invoice',
  'Invoice (resent)',
  'Second attempt: invoice',
  'Please find your invoice',
];

export const bouncedMail: Family = {
  name: 's_bounced_mail',
  what: 'sends a mail again and again to an address that does not exist; the notice of it comes back each time',
  batch: 22,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const person = words.person();
    const [first = 'kim', last = 'lee'] = person.toLowerCase().split(' ');
    const to = `${first}.${last}@${words.project()}.example`;
    const reason = agent.pick([
      `550 5.1.1 <${to}>: Recipient address rejected: User unknown in virtual mailbox table`,
      `550-5.1.1 The email account that you tried to reach does not exist. Address: ${to}`,
      `554 5.7.1 <${to}>: Relay access denied`,
    ]);
    const reads = agent.random.chance(0.6);
    agent.prompt(
      `Send invoice ${agent.between(1000, 9999)} to ${person} and make sure that it arrives.`,
    );
    agent.call('search_contacts', { q: person }, { contacts: [{ name: person, email: to }] });
    agent.loopBegins();
    agent.times(9, 13, () => {
      const subject = agent.pick(SUBJECTS);
      agent.call(
        'send_email',
        { to: [to], subject, body: `Dear ${person}, ${words.sentence()} The invoice is attached.` },
        { status: 'queued', message_id: `<${words.hex(16)}@mail.acme.dev>` },
        {
          saying: agent.pick([
            '',
            'Sending it again.',
            'I will send it once more.',
            'Let me resend the invoice.',
          ]),
        },
      );
      if (agent.random.chance(0.4)) agent.rest(agent.between(5, 60) * 1000);
      const id = `m_${words.opaque(10)}`;
      agent.call(
        'list_inbox',
        { unread: true },
        {
          messages: [
            {
              id,
              from: 'mailer-daemon@mail.acme.dev',
              subject: 'Undelivered Mail Returned to Sender',
              at: agent.clock(),
            },
          ],
        },
      );
      if (reads)
        agent.call(
          'read_email',
          { id },
          {
            id,
            body: `I'm sorry to have to inform you that your message could not be delivered.\n${reason}\nQueue id ${words.hex(10)}`,
          },
        );
    });
  },
};
