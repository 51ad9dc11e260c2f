/**
 * A morning's support cases: each is looked at, handed to the desk it belongs to, comes back with what was done, is
 * answered and closed. Now and then a case goes to a second desk. The calls are the same for every case.
 */
import type { Family } from '../family.ts';

/** What customers write, and what the desk then did. */
const DONE = {
  billing: [
    ['I was charged twice this month.', 'refunded the second charge'],
    ['The invoice has our old address on it.', 'sent a corrected invoice'],
    ['We cannot pay before the 15th.', 'moved the due date'],
    ['Where is the receipt for last week?', 'sent the receipt'],
  ],
  technical: [
    ['My device has been offline since the update.', 'reset the device'],
    ['I paid for exports but the button is grey.', 'switched the feature on'],
    ['The import has been at 80 % since Monday.', 'cleared the stuck job'],
    ['Sign-in mails never arrive here.', 'released the blocked address'],
  ],
  accounts: [
    ['Please move us to the yearly plan.', 'changed the plan'],
    ['I seem to have two accounts.', 'merged both accounts'],
    ['A colleague has left, please take her off.', 'removed the old member'],
    ['We were bought and have a new name.', 'renamed the workspace'],
  ],
} as const;
const DESKS = ['billing', 'technical', 'accounts'] as const;

export const casesThroughDesks: Family = {
  name: 'h_cases_through_desks',
  what: 'hands one support case after the other to a desk, answers the customer by what comes back, and closes it',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const cases = Array.from({ length: agent.between(11, 19) }, () => ({
      id: `SUP-${agent.between(10_000, 99_999)}`,
      customer: words.person(),
    }));
    agent.prompt(`Work off the ${cases.length} open cases of this morning.`);
    agent.call('list_cases', { status: 'open' }, cases);
    for (const { id, customer } of cases) {
      const desk = agent.pick(DESKS);
      const [complaint, outcome] = agent.pick<readonly [string, string]>(DONE[desk]);
      const order = agent.between(100_000, 999_999);
      agent.call('get_case', { id }, { id, customer, status: 'open', order, text: complaint });
      if (agent.random.chance(0.5))
        agent.call(
          'get_order',
          { order },
          { order, customer, plan: agent.pick(['free', 'pro', 'team']), paid: true },
        );
      if (agent.random.chance(0.2)) {
        const other = agent.pick(DESKS.filter((one) => one !== desk));
        agent.call(
          'ask_desk',
          { case_id: id, desk: other },
          { case_id: id, desk: other, outcome: 'not_ours', hint: `This is for ${desk}.` },
        );
      }
      agent.call(
        'ask_desk',
        { case_id: id, desk },
        { case_id: id, desk, outcome: 'done', note: `We ${outcome}.` },
      );
      agent.call(
        'reply',
        {
          case_id: id,
          text: `Hello ${customer.split(' ')[0]}, thank you for writing. We have ${outcome}. Please tell us if anything is left.`,
        },
        { sent: true, message_id: words.hex(10) },
      );
      agent.call('close_case', { id }, { id, status: 'closed', closed_at: agent.clock() });
    }
    agent.answer(`All ${cases.length} cases are answered and closed.`);
  },
};
