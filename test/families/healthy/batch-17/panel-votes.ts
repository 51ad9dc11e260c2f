/**
 * A panel votes on one proposal after the other; the questions are alike and most are accepted.
 */
import { delegation } from '../../delegation.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const ROLES = ['architect', 'security-reviewer', 'product-owner', 'operator'] as const;

export const panelVotes: Family = {
  name: 'h_panel_votes',
  what: 'has a panel of four vote on one proposal of a list after the other and records each decision',
  batch: 17,
  play(agent) {
    const { words, manner } = agent;
    const proposals = Array.from(
      { length: agent.between(10, 16) },
      (_, index) => `RFC-${index + 31}: ${words.verb()} the ${words.noun()} ${words.noun()}`,
    );
    agent.prompt(
      `Let the panel vote on each of these and record the decisions:\n${proposals.join('\n')}`,
    );
    agent.warmUp(1, 4);
    for (const proposal of proposals) {
      const votes = ROLES.map(() => (agent.random.chance(0.8) ? 'ACCEPT' : 'REJECT'));
      agent.together(
        ROLES.map((role, seat) =>
          delegation(manner, {
            title: `${proposal.slice(0, 6)}: ${role}`,
            brief: `Read ${proposal}. Weigh its cost and risk for your field, state your reasons, then vote.\nEnd with VOTE: ACCEPT or VOTE: REJECT.`,
            role,
            report: agent.random.chance(0.3)
              ? `No objection from my side.\n\nVOTE: ${votes[seat]}`
              : `${words.prose(1, 3)}\n\nVOTE: ${votes[seat]}`,
            id: words.hex(8),
            tokens: agent.between(900, 9000),
            ms: agent.between(4000, 60_000),
          }),
        ),
        { saying: musing(agent, 'vote'), tookMs: agent.between(9000, 60_000) },
      );
      const accepted = votes.filter((vote) => vote === 'ACCEPT').length;
      agent.call(
        'record_decision',
        { proposal: proposal.slice(0, 6), votes },
        { ACCEPT: accepted, REJECT: 4 - accepted, recorded: true },
      );
    }
    agent.answer('All decisions are recorded.');
  },
};
