import type { Family } from '../family.ts';

export const approvalWait: Family = {
  name: 'h_approval_wait',
  what: "waits for a person's approval, looking every half minute",
  batch: 3,
  play(agent) {
    const id = agent.between(100, 999);
    agent.prompt('Request the change and carry it out once it is approved.');
    agent.call(
      'create_change',
      { title: agent.words.sentence() },
      { id, state: 'awaiting approval' },
    );
    agent.times(12, 26, () => {
      agent.rest(agent.between(25_000, 35_000));
      if (agent.random.chance(0.5)) agent.shell('sleep 30', '', { tookMs: 30_000 });
      else agent.rest(120_000);
      agent.call('get_change', { id }, { id, state: 'awaiting approval', approvals: 0 });
    });
    agent.call('get_change', { id }, { id, state: 'approved', approvals: 1 });
    agent.shell('./apply-change.sh', agent.words.sentence());
    agent.answer('Done.');
  },
};
