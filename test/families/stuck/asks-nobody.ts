import type { Family } from '../family.ts';

const QUESTIONS = [
  'Should I use the existing table or create a new one?',
  'Do you want me to reuse the table, or shall I create another?',
  'Before I go on: new table or the existing one?',
  'Which do you prefer, the existing table or a new one?',
  'Please confirm: existing table, or a new table?',
  'I need your decision: reuse the existing table or create a new one?',
];

/** Nobody is there; a harness answers for the person. */
export const asksNobody: Family = {
  name: 's_asks_nobody',
  what: 'asks a question that an automatic reply never answers',
  batch: 2,
  limit: 10,
  unit: 'answer',
  play(agent) {
    agent.prompt('Store the audit events in the database.');
    agent.warmUp(2, 5);
    agent.loopBegins();
    const reply = agent.pick([
      'No user is available. Proceed with your best judgment.',
      'Continue.',
      'Please proceed on your own; do not ask for confirmation.',
    ]);
    agent.times(14, 22, () => {
      agent.answer(agent.pick(QUESTIONS));
      agent.rest(agent.between(50, 900));
      agent.prompt(reply);
    });
  },
};
