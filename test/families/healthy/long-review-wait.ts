import type { Family } from '../family.ts';

export const longReviewWait: Family = {
  name: 'h_long_review_wait',
  what: 'looks every few minutes whether a person has reviewed a pull request; for hours nobody has',
  batch: 8,
  play(agent) {
    const number = agent.between(10, 900);
    agent.prompt('Merge the pull request as soon as it is approved.');
    agent.warmUp(1, 4);
    const told = agent.random.chance(0.6);
    agent.times(25, 45, () => {
      agent.shell(
        `${told ? 'sleep 300; ' : ''}gh pr view ${number} --json reviewDecision`,
        '{"reviewDecision":"REVIEW_REQUIRED"}',
        { tookMs: told ? 300_000 : 800 },
      );
      if (!told) agent.rest(agent.between(280_000, 320_000));
    });
    agent.shell(`gh pr view ${number} --json reviewDecision`, '{"reviewDecision":"APPROVED"}');
    agent.shell(`gh pr merge ${number} --squash`, 'Merged.');
    agent.answer('Merged.');
  },
};
