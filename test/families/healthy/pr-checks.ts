import type { Family } from '../family.ts';

/** The command fails as long as a check is pending. */
export const prChecks: Family = {
  name: 'h_pr_checks',
  what: 'looks at the checks of a pull request every half minute; the command fails while they are pending',
  batch: 7,
  play(agent) {
    const number = agent.between(100, 9000);
    agent.prompt('Open a pull request and wait until CI is green.');
    agent.warmUp(2, 5);
    agent.shell('git push', 'To git.example:team/app.git\n   1f..2a  feature -> feature');
    const jobs = ['build', 'lint', 'unit', 'e2e'];
    const steps = agent.between(10, 26);
    const sleeps = agent.random.chance(0.7);
    for (let step = 0; step < steps; step += 1) {
      const table = jobs.map((job, index) => {
        const done = step > (index + 1) * (steps / 5);
        return `${job}\t${done ? 'pass' : 'pending'}\t${done ? `${40 + 13 * index}s` : '0'}\thttps://git.example/runs/${number}${index}`;
      });
      agent.shell(
        `${sleeps ? 'sleep 30 && ' : ''}gh pr checks ${number}`,
        { text: table.join('\n'), exit: 8 },
        { tookMs: sleeps ? 30_000 : 900 },
      );
      if (!sleeps) agent.rest(agent.between(110_000, 240_000));
    }
    agent.shell(
      `gh pr checks ${number}`,
      jobs.map((job) => `${job}\tpass\t1m\thttps://git.example/`).join('\n'),
    );
    agent.answer('All green.');
  },
};
