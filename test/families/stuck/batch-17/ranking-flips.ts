/**
 * Three applicants are scored anew whenever their ranking looks wrong, with other weights; first one is ahead, then the other.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const CRITERIA = ['experience', 'communication', 'depth', 'ownership', 'domain'] as const;

export const rankingFlips: Family = {
  name: 's_ranking_flips',
  what: 'shifts the weights of a rubric and scores the same three applicants again, never content with the order',
  batch: 17,
  limit: 28,
  play(agent) {
    const { words } = agent;
    const people = [words.person(), words.person(), words.person()];
    const ids = people.map(() => `app_${words.hex(6)}`);
    const [weigh, score, shortlist] = agent.pick([
      ['set_rubric_weights', 'score_candidate', 'save_shortlist'],
      ['ats_update_rubric', 'ats_evaluate', 'ats_rank'],
      ['mcp__greenhouse__rubric', 'mcp__greenhouse__scorecard', 'mcp__greenhouse__shortlist'],
    ] as const);
    agent.prompt(
      `Rank the three finalists for ${words.noun()} engineer by the rubric and send me the order.`,
    );
    for (const [index, id] of ids.entries()) {
      agent.call('read_resume', { id }, `${people[index]}\n${words.prose(6, 14)}`);
      agent.call('read_interview_notes', { id }, words.prose(5, 12));
    }
    agent.loopBegins();
    agent.times(9, 13, (round) => {
      const weights = Object.fromEntries(CRITERIA.map((name) => [name, agent.between(2, 8) * 5]));
      agent.call(
        weigh,
        { weights },
        { ok: true, version: round + 2 },
        { saying: musing(agent, 'weights') },
      );
      for (const id of agent.shuffled(ids))
        agent.call(
          score,
          { id, rubric: round + 2 },
          { id, total: agent.between(780, 829) / 10, at: agent.clock() },
          { saying: musing(agent, 'score') },
        );
      agent.call(
        shortlist,
        { order: agent.shuffled(ids), note: words.sentence() },
        { saved: true, draft: true },
        { saying: musing(agent, 'order') },
      );
    });
  },
};
