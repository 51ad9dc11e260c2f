/**
 * New issues are looked at one by one; for most of them no older one is found.
 */
import type { Family } from '../../family.ts';

export const duplicatesLookedFor: Family = {
  name: 'h_duplicates_looked_for',
  what: 'looks for older issues like each new one, finds none for most, labels it, and closes the few that are double',
  batch: 27,

  play(agent) {
    const { words } = agent;
    const issues = Array.from({ length: agent.between(12, 24) }, () => ({
      number: agent.between(2000, 9000),
      title: `${words.symbol()} ${agent.pick(['fails', 'is slow', 'crashes', 'hangs'])} for a ${words.noun()}`,
    }));
    agent.prompt('Triage the new issues: close duplicates, label the rest.');
    agent.call('list_issues', { state: 'open', since: '2026-11-01' }, { issues });
    for (const { number, title } of issues) {
      agent.call(
        'search_issues',
        { query: title.split(' ').slice(0, 2).join(' '), state: 'all' },
        { total: 0, issues: [] },
      );
      const isDouble = agent.random.chance(0.2);
      agent.call(
        'search_issues',
        { query: title.split(' ').slice(-1).join(' '), state: 'all' },
        isDouble
          ? { total: 1, issues: [{ number: number - 900, title }] }
          : { total: 0, issues: [] },
      );
      if (isDouble) agent.call('close_issue', { number, reason: 'duplicate' }, { ok: true });
      else
        agent.call(
          'add_label',
          { number, label: agent.pick(['bug', 'performance']) },
          { ok: true },
        );
    }
    agent.answer('Triage is done.');
  },
};
