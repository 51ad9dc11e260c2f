import type { Family } from '../family.ts';

export const reassignedTicket: Family = {
  name: 's_reassigned_ticket',
  what: 'moves a ticket between two teams, writing a comment each time',
  batch: 5,
  limit: 18,
  play(agent) {
    const id = agent.between(1000, 9999);
    agent.prompt(`Get ticket ${id} to the right team.`);
    agent.call('get_ticket', { id }, { id, team: 'platform', title: agent.words.sentence() });
    agent.loopBegins();
    agent.times(9, 14, (index) => {
      const team = index % 2 === 0 ? 'data' : 'platform';
      agent.call('assign_ticket', { id, team }, { id, team });
      agent.call(
        'add_comment',
        {
          id,
          text: agent.pick([
            `This belongs to ${team}.`,
            `Moving this to ${team}, please take a look.`,
            `Reassigned to ${team}.`,
            `${team}, can you help?`,
          ]),
        },
        { ok: true, comment: agent.words.hex(8) },
      );
    });
  },
};
