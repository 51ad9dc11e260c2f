import type { Family } from '../family.ts';

export const mailTriage: Family = {
  name: 'h_mail_triage',
  what: 'reads one mail after the other, labels it and puts it away; acknowledgements are alike',
  batch: 7,
  play(agent) {
    agent.prompt('Sort my inbox.');
    const mails = Array.from({ length: agent.between(12, 24) }, () => ({
      id: `m_${agent.words.hex(8)}`,
      subject: `${agent.words.noun()} ${agent.words.verb()}`,
    }));
    agent.call('list_messages', { folder: 'inbox' }, mails);
    for (const { id, subject } of mails) {
      agent.call(
        'read_message',
        { id },
        `Subject: ${subject}\nFrom: ${agent.words.person()}\n\n${agent.words.prose(1, 3)}`,
      );
      agent.call(
        'add_label',
        { id, label: agent.pick(['later', 'bills', 'team']) },
        agent.pick(['{"ok":true}', 'Label added.']),
      );
      agent.call('archive_message', { id }, '{"ok":true}');
      if (agent.random.chance(0.2))
        agent.call('list_messages', { folder: 'inbox' }, mails.slice(agent.between(1, 10)));
    }
    agent.answer('Your inbox is empty.');
  },
};
