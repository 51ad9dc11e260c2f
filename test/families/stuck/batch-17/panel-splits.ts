/**
 * A panel of four votes two to two on one question, round after round, with new speeches and now and then with changed sides.
 */
import { delegation } from '../../delegation.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const ROLES = ['architect', 'security-reviewer', 'product-owner', 'operator'] as const;

export const panelSplits: Family = {
  name: 's_panel_splits',
  what: 'has a panel of four vote on one question again and again, two to two each time',
  batch: 17,
  limit: 30,
  play(agent) {
    const { words, manner } = agent;
    const [a, b] = [words.project(), words.noun()];
    const question = `Should the ${words.noun()} service move from ${a} to ${b}-db?`;
    agent.prompt(`Let the panel decide by majority: ${question} Then write the decision record.`);
    agent.warmUp(3, 7);
    agent.loopBegins();
    agent.times(9, 13, (round) => {
      const sides = agent.shuffled(['MOVE', 'MOVE', 'STAY', 'STAY']);
      const ballots = ROLES.map((role, seat) =>
        delegation(manner, {
          title: `Round ${round + 1}: ${role}`,
          brief: `${question}\n${agent.pick(['Weigh the arguments so far.', 'Reconsider with an open mind.', 'The panel is split. Please vote again.', 'State your reasons, then vote.'])} ${words.sentence()}\nEnd with VOTE: MOVE or VOTE: STAY.`,
          role,
          report: `${words.prose(2, 5)}\n\nVOTE: ${sides[seat]}`,
          id: words.hex(8),
          tokens: agent.between(900, 9000),
          ms: agent.between(4000, 60_000),
        }),
      );
      agent.together(ballots, {
        saying: musing(agent, 'vote'),
        tookMs: agent.between(9000, 60_000),
      });
      agent.call(
        agent.pick(['tally_votes', 'tally_votes', 'record_round']),
        { round: round + 1, votes: sides },
        { MOVE: 2, STAY: 2, quorum: true, decision: null, reason: 'no majority' },
        { saying: musing(agent, 'majority') },
      );
    });
  },
};
