import type { Family } from '../family.ts';

export const reviewQueue: Family = {
  name: 'h_review_queue',
  what: 'looks at one pull request after the other and approves it',
  batch: 4,
  play(agent) {
    const numbers = Array.from({ length: agent.between(9, 18) }, () => agent.between(100, 999));
    agent.prompt('Approve the dependency updates that are green.');
    agent.shell(
      'gh pr list --label dependencies',
      numbers.map((number) => `${number}\tBump ${agent.words.project()}\tOPEN`).join('\n'),
    );
    for (const number of numbers) {
      agent.shell(`gh pr checks ${number}`, 'build\tpass\t2m1s\nunit\tpass\t3m4s');
      agent.shell(`gh pr review ${number} --approve`, `✓ Approved pull request acme/app#${number}`);
      if (agent.random.chance(0.6))
        agent.shell(
          `gh pr merge ${number} --squash --auto`,
          '✓ Pull request will be automatically merged when all requirements are met',
        );
    }
    agent.answer('Approved.');
  },
};
