import type { Family } from '../family.ts';

/** The reviewer is a tool that always finds the same fault. */
export const rejectedDraft: Family = {
  name: 's_rejected_draft',
  what: 'submits ever new drafts that are rejected for the same reason',
  batch: 2,
  limit: 14,
  play(agent) {
    agent.prompt('Answer this complaint in line with our policy.');
    agent.call('get_ticket', { id: agent.between(1000, 9999) }, agent.words.prose(3, 6));
    const reason = agent.pick([
      'missing case reference',
      'discount exceeds policy maximum',
      'tone: too informal',
    ]);
    const tool = agent.pick(['submit_reply', 'propose_answer', 'check_draft']);
    agent.loopBegins();
    agent.times(16, 26, () => {
      agent.call(
        tool,
        { text: `Dear ${agent.words.person()}, ${agent.words.prose(2, 4)}` },
        { approved: false, reason, review_id: agent.words.hex(10) },
      );
    });
  },
};
