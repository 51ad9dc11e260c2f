import type { Family } from '../family.ts';

export const manyMails: Family = {
  name: 'h_many_mails',
  what: 'sends a mail of its own to each person of a list; every answer is the same',
  batch: 1,
  play(agent) {
    agent.prompt('Tell every attendee their seat.');
    const guests = Array.from({ length: agent.between(16, 45) }, () => ({
      name: agent.words.person(),
      seat: `${agent.pick(['A', 'B', 'C', 'D'])}${agent.between(1, 40)}`,
    }));
    agent.call('list_attendees', { event: agent.words.hex(6) }, { attendees: guests });
    const id = agent.random.chance(0.5);
    for (const { name, seat } of guests) {
      agent.call(
        'send_email',
        {
          to: `${name.toLowerCase().replace(' ', '.')}@example.org`,
          subject: 'Your seat',
          body: `Dear ${name}, your seat is ${seat}. See you there.`,
        },
        id ? { status: 'queued', id: agent.words.hex(12) } : { status: 'queued' },
      );
    }
    agent.answer('Everybody has been told.');
  },
};
