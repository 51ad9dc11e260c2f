import type { Family } from '../family.ts';

/** Reported as killed at the seventh call. */
export const shipAChange: Family = {
  name: 'h_ship_a_change',
  what: 'lints, formats, commits, pushes, opens a pull request and waits for CI a minute at a time',
  batch: 1,
  play(agent) {
    agent.prompt('Ship this change.');
    agent.warmUp(3, 8);
    const branch = `fix-${agent.words.noun()}`;
    agent.shell('npm run lint', 'No problems found.');
    agent.shell(
      'npm run format',
      `Finished in ${agent.between(100, 900)} ms on ${agent.between(200, 400)} files.`,
    );
    agent.shell('git add -A', '');
    agent.shell(
      `git commit -m "${agent.words.sentence()}"`,
      `[${branch} ${agent.words.hex(7)}] ${agent.words.sentence()}\n 3 files changed, ${agent.between(3, 90)} insertions(+)`,
    );
    agent.shell(
      `git push -u origin ${branch}`,
      `To github.com:acme/app.git\n * [new branch] ${branch} -> ${branch}`,
    );
    agent.shell(
      'gh pr create --fill',
      `https://github.com/acme/app/pull/${agent.between(100, 900)}`,
    );
    const checks = ['build', 'unit', 'lint', 'e2e'];
    let done = 0;
    agent.times(8, 22, () => {
      agent.rest(60_000);
      if (agent.random.chance(0.2) && done < 3) done += 1;
      const rows = checks.map(
        (name, index) =>
          `${name}\t${index < done ? 'pass' : 'pending'}\t${index < done ? '2m3s' : '0'}\thttps://github.com/acme/app/actions/runs/1`,
      );
      agent.shell('gh pr checks', { text: rows.join('\n'), exit: 8 });
    });
    agent.shell(
      'gh pr checks',
      checks.map((name) => `${name}\tpass\t2m${agent.between(1, 59)}s`).join('\n'),
    );
    agent.answer('CI is green.');
  },
};
