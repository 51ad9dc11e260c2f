import type { Family } from '../family.ts';

/** The generator writes the time into each file, so that what is committed is out of date at once. */
export const stampedCode: Family = {
  name: 's_stamped_code',
  what: 'generates code, commits it, is told that it is out of date, and generates it again',
  batch: 10,
  limit: 28,
  play(agent) {
    const files = agent.between(6, 30);
    const branch = `${agent.words.verb()}-${agent.words.noun()}`;
    agent.prompt(`Make CI green on ${branch}.`);
    agent.warmUp(0, 3);
    let tip = agent.words.hex(7);
    agent.loopBegins();
    agent.times(9, 13, () => {
      agent.shell(
        'npm run generate',
        `> ${agent.words.project()}@1.4.0 generate\n> node scripts/generate.js\n\nWrote ${files} files to src/generated in ${agent.between(800, 2900)} ms`,
        {
          saying: agent.pick([
            'The generated files are stale. Regenerating.',
            'I will regenerate them.',
            '',
          ]),
        },
      );
      const next = agent.words.hex(7);
      agent.shell(
        `git commit -am "${agent.pick(['chore: regenerate client', 'Update generated code', 'fix(ci): refresh generated files', 'Regenerate'])}"`,
        `[${branch} ${next}] chore\n ${files} files changed, ${files} insertions(+), ${files} deletions(-)`,
      );
      agent.shell(
        'git push',
        `To git.example:team/app.git\n   ${tip}..${next}  ${branch} -> ${branch}`,
      );
      tip = next;
      agent.shell(
        'gh pr checks --watch',
        {
          text: `build\tpass\t1m${agent.between(10, 59)}s\thttps://ci.example/${agent.between(100_000, 999_999)}\nverify-generated\tfail\t${agent.between(20, 50)}s\thttps://ci.example/${agent.between(100_000, 999_999)}`,
          exit: 1,
        },
        { tookMs: agent.between(70_000, 140_000) },
      );
      if (agent.random.chance(0.6))
        agent.shell(
          `gh run view ${agent.between(17_000_000_000, 19_999_999_999)} --log-failed | tail -4`,
          `verify-generated\t${agent.clock()} src/generated is out of date (${files} files differ)\nverify-generated\t${agent.clock()} Run 'npm run generate' and commit the result.\nverify-generated\t${agent.clock()} ##[error]Process completed with exit code 1.`,
        );
    });
  },
};
